package dbx

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	gosqlite "github.com/glebarez/go-sqlite"
	"github.com/jackc/pgx/v5/pgconn"
	"gorm.io/gorm"
	sqlite3 "modernc.org/sqlite/lib"

	"kydai.dev/pkg/errs"
)

// ErrAway says that the database can't be reached or does not take work now.
// It is a refusal that callers may see: they should try again.
var ErrAway = errs.New(errs.Unavailable, "UNAVAILABLE", "the database can't be reached").After(time.Second)

// translator adds ErrAway to the errors that mean it, so that a service
// answers 503 and not 500 when its database is away.
type translator struct{ gorm.Dialector }

// Translate is what GORM passes its errors through.
func (t translator) Translate(err error) error {
	if inner, ok := t.Dialector.(gorm.ErrorTranslator); ok {
		err = inner.Translate(err)
	}
	return translate(err)
}

// translateRows is for queries whose rows are scanned: GORM does not pass their
// errors through Translate.
func translateRows(tx *gorm.DB) { tx.Error = translate(tx.Error) }

func translate(err error) error {
	if err == nil || errors.Is(err, ErrAway) || !away(err) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrAway, err)
}

func away(err error) bool {
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) { // whatever the server says: nobody got in
		return true
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) { // connection lost, no resources, operator's doing
		class := pg.Code[:2]
		return class == "08" || class == "53" || class == "57" && pg.Code != "57014"
	}
	var lite *gosqlite.Error
	if errors.As(err, &lite) {
		code := lite.Code() & 0xff
		return code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_FULL || code == sqlite3.SQLITE_IOERR
	}
	return lost(err)
}

// lost reports that a connection broke, or was broken already.
func lost(err error) bool {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	var network net.Error
	return errors.As(err, &network) && !network.Timeout() || pgconn.SafeToRetry(err) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.ErrUnexpectedEOF)
}
