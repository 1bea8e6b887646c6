package dbx

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// newGORM wraps a pool. Statements are not prepared by GORM: pgx keeps its own
// prepared statements, the SQLite driver compiles at every call anyway, and
// GORM's cache deadlocks on a pool of one connection (one goroutine waits for
// the connection to prepare on, the one that holds it waits for the result).
func newGORM(dialector gorm.Dialector, log *slog.Logger) (*gorm.DB, error) {
	db, err := gorm.Open(translator{dialector}, &gorm.Config{
		TranslateError:         true,
		SkipDefaultTransaction: true,
		Logger:                 queryLog{log},
		NowFunc:                func() time.Time { return time.Now().UTC() },
	})
	if err != nil {
		return nil, err
	}
	return db, db.Callback().Row().After("gorm:row").Register("kydai:away", translateRows)
}

// queryLog writes GORM's statements at debug level, without their values:
// those may be tokens or e-mail addresses. Errors are the caller's to log.
type queryLog struct{ log *slog.Logger }

func (l queryLog) LogMode(logger.LogLevel) logger.Interface { return l }

func (l queryLog) Info(ctx context.Context, msg string, data ...any)  { l.print(ctx, msg, data) }
func (l queryLog) Warn(ctx context.Context, msg string, data ...any)  { l.print(ctx, msg, data) }
func (l queryLog) Error(ctx context.Context, msg string, data ...any) { l.print(ctx, msg, data) }

func (l queryLog) print(ctx context.Context, msg string, data []any) {
	l.log.DebugContext(ctx, "gorm", "text", fmt.Sprintf(msg, data...))
}

func (l queryLog) Trace(ctx context.Context, begin time.Time, fc func() (string, int64), err error) {
	if !l.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	sql, rows := fc()
	l.log.DebugContext(ctx, "query", "sql", sql, "rows", rows, "took", time.Since(begin), "error", err)
}

// Explain keeps values out of the log: GORM asks for the text of a statement
// with its values in several places, and not all of them know a filter.
func (translator) Explain(sql string, _ ...any) string { return sql }
