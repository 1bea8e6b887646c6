package dbx

import (
	"bytes"
	"fmt"
	"time"

	"gorm.io/gorm"
)

// Key is a caller's Idempotency-Key. What it gave is kept in the table keys (caller,
// text, body_hash, made, at), by the transaction of the effect.
type Key struct {
	// Caller is the account whose key it is; Text is empty for no key.
	Caller, Text string
	// Body is a hash of the request.
	Body []byte
}

// keyRow is a key as stored.
type keyRow struct {
	Caller, Text string
	BodyHash     []byte
	Made         string
	At           int64
}

// TableName is the keys' table.
func (keyRow) TableName() string { return "keys" }

// Made is the id of what the key gave; empty where it gave nothing. Reused says that
// it was another request's.
func (k Key) Made(tx *gorm.DB) (id string, reused bool, err error) {
	if k.Text == "" {
		return "", false, nil
	}
	var keys []keyRow
	if err := tx.Where("caller = ? AND text = ?", k.Caller, k.Text).Limit(1).Find(&keys).Error; err != nil {
		return "", false, fmt.Errorf("read key: %w", err)
	}
	switch {
	case len(keys) == 0:
		return "", false, nil
	case !bytes.Equal(keys[0].BodyHash, k.Body):
		return "", true, nil
	}
	return keys[0].Made, false, nil
}

// Keep notes what the key gave, if there is one.
func (k Key) Keep(tx *gorm.DB, id string, at time.Time) error {
	if k.Text == "" {
		return nil
	}
	r := keyRow{Caller: k.Caller, Text: k.Text, BodyHash: k.Body, Made: id, At: at.UnixMicro()}
	if err := tx.Create(&r).Error; err != nil {
		return fmt.Errorf("add key: %w", err)
	}
	return nil
}

// ForgetKeys removes the keys from before a time.
func ForgetKeys(tx *gorm.DB, before time.Time) error {
	return tx.Where("at < ?", before.UnixMicro()).Delete(&keyRow{}).Error
}
