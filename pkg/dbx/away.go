package dbx

import (
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

// Translate is what GORM passes every error through.
func (t translator) Translate(err error) error {
	if inner, ok := t.Dialector.(gorm.ErrorTranslator); ok {
		err = inner.Translate(err)
	}
	if err != nil && away(err) {
		return fmt.Errorf("%w: %w", ErrAway, err)
	}
	return err
}

func away(err error) bool {
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
	var connect *pgconn.ConnectError
	var network net.Error
	return errors.As(err, &connect) || errors.As(err, &network) && !network.Timeout() ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) || errors.Is(err, io.ErrUnexpectedEOF)
}
