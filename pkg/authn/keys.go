package authn

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/go-jose/go-jose/v4"
)

// JWKSFile is the name of the file with the public keys of all services.
const JWKSFile = "jwks.json"

// Key is a service's own Ed25519 key. Its id is the service's name.
type Key struct {
	service string
	private ed25519.PrivateKey
}

// NewKey makes a key for a service.
func NewKey(service string) (*Key, error) {
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make key of %s: %w", service, err)
	}
	return &Key{service: service, private: private}, nil
}

// ReadKey reads a private JWK file.
func ReadKey(path string) (*Key, error) {
	data, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return nil, fmt.Errorf("read key: %w", err)
	}
	var jwk jose.JSONWebKey
	if err := json.Unmarshal(data, &jwk); err != nil {
		return nil, fmt.Errorf("read key %s: %w", path, err)
	}
	private, ok := jwk.Key.(ed25519.PrivateKey)
	if !ok || jwk.KeyID == "" {
		return nil, fmt.Errorf("read key %s: not a private Ed25519 JWK with a key id", path)
	}
	return &Key{service: jwk.KeyID, private: private}, nil
}

// Service is the name of the service that owns the key.
func (k *Key) Service() string { return k.service }

// Secret derives a secret for a purpose of the service's own, such as signing
// page tokens. All replicas of a service have the same.
func (k *Key) Secret(purpose string) []byte {
	secret, err := hkdf.Key(sha256.New, k.private.Seed(), nil, "kydai "+purpose, 32)
	if err != nil {
		panic("authn: " + err.Error()) // only for lengths that HKDF can't give
	}
	return secret
}

func (k *Key) jwk() *jose.JSONWebKey {
	return &jose.JSONWebKey{Key: k.private, KeyID: k.service, Algorithm: string(jose.EdDSA), Use: "sig"}
}

// Public is the public half, as a set of one key.
func (k *Key) Public() jose.JSONWebKeySet {
	return jose.JSONWebKeySet{Keys: []jose.JSONWebKey{k.jwk().Public()}}
}

// ReadJWKS reads the file with the public keys of all services.
func ReadJWKS(path string) (jose.JSONWebKeySet, error) {
	var set jose.JSONWebKeySet
	data, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return set, fmt.Errorf("read public keys: %w", err)
	}
	if err := json.Unmarshal(data, &set); err != nil {
		return set, fmt.Errorf("read public keys %s: %w", path, err)
	}
	if err := checkPublic(set); err != nil {
		return set, fmt.Errorf("read public keys %s: %w", path, err)
	}
	return set, nil
}

// checkPublic holds that every service has one public key. Everybody may see
// the set, so a private key in it would be given away.
func checkPublic(set jose.JSONWebKeySet) error {
	seen := map[string]bool{}
	for _, k := range set.Keys {
		_, public := k.Key.(ed25519.PublicKey)
		switch {
		case k.KeyID == "":
			return errors.New("a key has no id")
		case !public:
			return fmt.Errorf("the key of %s is not a public Ed25519 key", k.KeyID)
		case seen[k.KeyID]:
			return fmt.Errorf("%s has two keys", k.KeyID)
		}
		seen[k.KeyID] = true
	}
	return nil
}

// EnsureKeys reads the keys of the services from dir and makes those that are
// missing, together with the JWKS file. Private files are readable by their
// owner alone.
func EnsureKeys(dir string, services ...string) (map[string]*Key, jose.JSONWebKeySet, error) {
	var set jose.JSONWebKeySet
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, set, fmt.Errorf("make key directory: %w", err)
	}
	keys := make(map[string]*Key, len(services))
	for _, s := range services {
		k, err := ensureKey(filepath.Join(dir, s+".jwk"), s)
		if err != nil {
			return nil, set, err
		}
		keys[s] = k
		set.Keys = append(set.Keys, k.jwk().Public())
	}
	return keys, set, writeJSON(filepath.Join(dir, JWKSFile), set, 0o644)
}

func ensureKey(path, service string) (*Key, error) {
	k, err := ReadKey(path)
	if err == nil && k.service != service {
		return nil, fmt.Errorf("read key %s: it is the key of %s", path, k.service)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return k, err
	}
	if k, err = NewKey(service); err != nil {
		return nil, err
	}
	return k, writeJSON(path, k.jwk(), 0o600)
}

// writeJSON replaces a file at once, so that neither a reader nor the start
// after a power cut meets half of it.
func writeJSON(path string, v any, mode os.FileMode) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", path, err)
	}
	tmp := path + ".new"
	if err := writeFile(tmp, append(data, '\n'), mode); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

func writeFile(path string, data []byte, mode os.FileMode) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode) //nolint:gosec // below the data directory
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	return errors.Join(err, file.Sync(), file.Close())
}
