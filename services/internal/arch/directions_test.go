package arch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// direction says why one package must not import another, or nothing.
type direction func(from, to string) string

// directions hold for code, testDirections also for tests, which may otherwise
// use what they need.
var (
	directions     = []direction{pure, layered, generated, sql, knowing}
	testDirections = []direction{modules, services}
)

// broken lists the imports that go against a direction.
func broken(pkgs []pkg) []string {
	var found []string
	for _, p := range pkgs {
		found = append(found, judge(p.ImportPath, p.Imports, directions...)...)
		all := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
		found = append(found, judge(p.ImportPath, all, testDirections...)...)
		found = append(found, crowded(p)...)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func judge(from string, imports []string, by ...direction) []string {
	var found []string
	for _, to := range imports {
		for _, d := range by {
			if why := d(from, to); why != "" {
				found = append(found, fmt.Sprintf("%s → %s: %s", from, to, why))
			}
		}
	}
	return found
}

// under reports whether a package is one of the folders or lies below one.
func under(path string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return path == folder || strings.HasPrefix(path, folder+"/")
	})
}

// standard reports whether a package is of the standard library.
func standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// impure are the parts of the standard library that do I/O or wait.
var impure = []string{"context", "crypto/rand", "database/sql", "log", "net", "os"}

func isPure(path string) bool {
	return standard(path) && !under(path, impure...)
}

// pure: rules and clocks are arithmetic on the standard library alone.
func pure(from, to string) string {
	const rules, tests, clocks = project + "pkg/rules", project + "pkg/rules/rulestest", project + "pkg/timecontrol"
	if !under(from, rules, clocks) || under(from, tests) {
		return ""
	}
	if isPure(to) || (under(from, rules) && under(to, rules) && !under(to, tests)) {
		return ""
	}
	return "the rules and the clocks are pure"
}

// modules: services → pkg → proto, never back.
func modules(from, to string) string {
	a, b := locate(from), locate(to)
	switch {
	case a.module == "pkg" && b.module == "services":
		return "pkg knows no service"
	case a.module == "proto" && b.module != "" && b.module != "proto":
		return "proto imports nothing of the project"
	}
	return ""
}

// services: they meet through generated clients and events only.
func services(from, to string) string {
	a, b := locate(from), locate(to)
	several := a.folder == "kydai" || a.folder == "internal" || b.folder == "internal" // what tests share
	if a.module != "services" || b.module != "services" || a.folder == b.folder || several {
		return ""
	}
	return "a service never imports another; services/kydai composes them"
}

// layered: rpc, events and store → use cases → domain.
func layered(from, to string) string {
	a, b := locate(from), locate(to)
	if a.module != "services" {
		return ""
	}
	inside := b.module == a.module && b.folder == a.folder
	switch {
	case a.layer == domain && inside && b.layer != domain:
		return fmt.Sprintf("a domain doesn't import its %s", b.layer)
	case a.layer == domain && !inside && !domainMay(to):
		return "a domain is pure; if this is a use case or an edge, say so in layers_test.go"
	case a.layer == useCase && inside && b.layer != useCase && b.layer != domain:
		return fmt.Sprintf("a use case declares the interfaces it needs and doesn't import its %s", b.layer)
	case a.layer == store && inside && b.layer == edge:
		return "a store speaks domain and bytes"
	case a.layer == edge && inside && b.layer == store:
		return "an edge calls use cases"
	case a.layer != wiring && inside && b.layer == wiring:
		return "wiring is the top"
	}
	return ""
}

// domainMay takes in a few libraries; of go-cron, domains use the parser alone.
func domainMay(path string) bool {
	return isPure(path) || under(path, "golang.org/x/text") ||
		path == "github.com/google/uuid" || path == "github.com/netresearch/go-cron" ||
		under(path, project+"pkg/rules", project+"pkg/timecontrol", project+"pkg/titles", project+"pkg/levels", project+"pkg/errs")
}

// generated: generated types stop at the edges.
func generated(from, to string) string {
	a, b := locate(from), locate(to)
	inner := a.layer == domain || a.layer == useCase || a.layer == store
	if a.module == "services" && inner && b.module == "proto" {
		return "generated types stop at rpc and events"
	}
	return ""
}

// sql: GORM types and SQL stop at the store.
func sql(from, to string) string {
	a := locate(from)
	if a.module != "services" || a.layer == store || a.folder == "internal" {
		return ""
	}
	if strings.HasPrefix(to, "gorm.io/") || under(to, "database/sql", "github.com/jackc/pgx") {
		return "GORM and SQL live under store alone"
	}
	return ""
}

// knowing: nobody in pkg but the test kit builds on app.
func knowing(from, to string) string {
	a, b := locate(from), locate(to)
	if a.module == "pkg" && b.module == "pkg" && b.folder == "app" && a.folder != "app" && a.folder != "testkit" {
		return "app is the top of pkg"
	}
	return ""
}

// many is more of pkg than a package of pkg should know.
const many = 5

// crowded: inside pkg only app, and the test kit, know many of the others.
func crowded(p pkg) []string {
	a := locate(p.ImportPath)
	if a.module != "pkg" || a.folder == "app" || a.folder == "testkit" {
		return nil
	}
	others := map[string]bool{}
	for _, to := range p.Imports {
		if b := locate(to); b.module == "pkg" && b.folder != a.folder {
			others[b.folder] = true
		}
	}
	if len(others) < many {
		return nil
	}
	return []string{fmt.Sprintf("%s imports %d others of pkg; only app knows many", p.ImportPath, len(others))}
}

func TestBrokenDirectionsAreFound(t *testing.T) {
	t.Parallel()
	const (
		refereev1 = "kydai.dev/proto/gen/kydai/referee/v1"
		referee   = "kydai.dev/services/referee"
		inside    = referee + "/internal"
	)
	tests := map[string]struct {
		from, to string
		broken   bool
	}{
		"rules use the library":            {from: "kydai.dev/pkg/rules/xiangqi", to: "math/bits"},
		"rules use each other":             {from: "kydai.dev/pkg/rules/xiangqi", to: "kydai.dev/pkg/rules"},
		"rules with a context":             {from: "kydai.dev/pkg/rules/xiangqi", to: "context", broken: true},
		"rules that log":                   {from: "kydai.dev/pkg/rules", to: "log/slog", broken: true},
		"rules on other code":              {from: "kydai.dev/pkg/rules", to: "golang.org/x/exp/maps", broken: true},
		"rules on their test suite":        {from: "kydai.dev/pkg/rules/jungle", to: "kydai.dev/pkg/rules/rulestest", broken: true},
		"the test suite reads files":       {from: "kydai.dev/pkg/rules/rulestest", to: "os"},
		"clocks on rules":                  {from: "kydai.dev/pkg/timecontrol", to: "kydai.dev/pkg/rules", broken: true},
		"pkg on a service":                 {from: "kydai.dev/pkg/app", to: referee, broken: true},
		"proto on pkg":                     {from: refereev1, to: "kydai.dev/pkg/errs", broken: true},
		"proto on proto":                   {from: refereev1, to: "kydai.dev/proto/gen/kydai/common/v1"},
		"a part of pkg on app":             {from: "kydai.dev/pkg/rpc", to: "kydai.dev/pkg/app", broken: true},
		"a service on another":             {from: "kydai.dev/services/clock", to: referee, broken: true},
		"a service on another's client":    {from: "kydai.dev/services/clock/internal/rpc", to: refereev1},
		"kydai on services":                {from: "kydai.dev/services/kydai/cmd/kydai", to: referee},
		"wiring on everything":             {from: referee, to: inside + "/store"},
		"rpc on use cases":                 {from: inside + "/rpc", to: inside + "/arbiter"},
		"rpc on the domain":                {from: inside + "/rpc", to: inside + "/game"},
		"rpc on the store":                 {from: inside + "/rpc", to: inside + "/store", broken: true},
		"rpc on gorm":                      {from: inside + "/rpc", to: "gorm.io/gorm", broken: true},
		"store on use cases":               {from: inside + "/store", to: inside + "/arbiter"},
		"store on events":                  {from: inside + "/store", to: inside + "/events", broken: true},
		"store on gorm":                    {from: inside + "/store", to: "gorm.io/gorm"},
		"store on generated types":         {from: inside + "/store", to: refereev1, broken: true},
		"use cases on the domain":          {from: inside + "/arbiter", to: inside + "/game"},
		"use cases with a context":         {from: inside + "/arbiter", to: "context"},
		"use cases on the store":           {from: inside + "/arbiter", to: inside + "/store", broken: true},
		"use cases on generated types":     {from: inside + "/arbiter", to: refereev1, broken: true},
		"use cases on SQL":                 {from: inside + "/arbiter", to: "database/sql", broken: true},
		"the domain on rules":              {from: inside + "/game", to: "kydai.dev/pkg/rules"},
		"the domain on clocks":             {from: inside + "/game", to: "kydai.dev/pkg/timecontrol"},
		"the domain on titles":             {from: inside + "/game", to: "kydai.dev/pkg/titles"},
		"the domain on use cases":          {from: inside + "/game", to: inside + "/arbiter", broken: true},
		"the domain with a context":        {from: inside + "/game", to: "context", broken: true},
		"the domain on the bus":            {from: inside + "/game", to: "kydai.dev/pkg/bus", broken: true},
		"the domain on generated types":    {from: inside + "/game", to: refereev1, broken: true},
		"the domain on gRPC":               {from: inside + "/game", to: "google.golang.org/grpc/codes", broken: true},
		"an inner package on the wiring":   {from: inside + "/rpc", to: referee, broken: true},
		"a service's wiring on gorm":       {from: referee, to: "gorm.io/gorm", broken: true},
		"a service's wiring on the driver": {from: referee, to: "github.com/jackc/pgx/v5", broken: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := broken([]pkg{{ImportPath: tt.from, Imports: []string{tt.to}}})
			require.Equal(t, tt.broken, len(found) > 0, "%v", found)
		})
	}
}

func TestTestsMayUseMore(t *testing.T) {
	t.Parallel()
	domain := pkg{ImportPath: "kydai.dev/services/referee/internal/game", TestImports: []string{"context", "pgregory.net/rapid"}}
	require.Empty(t, broken([]pkg{domain}))
	crossing := pkg{ImportPath: "kydai.dev/services/clock", XTestImports: []string{"kydai.dev/services/referee"}}
	require.Len(t, broken([]pkg{crossing}), 1, "but never another service")
}

func TestOnlyAppKnowsMany(t *testing.T) {
	t.Parallel()
	imports := []string{"kydai.dev/pkg/errs", "kydai.dev/pkg/authn", "kydai.dev/pkg/dbx", "kydai.dev/pkg/bus", "kydai.dev/pkg/telemetry"}
	require.Empty(t, broken([]pkg{{ImportPath: "kydai.dev/pkg/app", Imports: imports}}))
	require.Empty(t, broken([]pkg{{ImportPath: "kydai.dev/pkg/outbox", Imports: imports[1:]}}))
	require.Len(t, broken([]pkg{{ImportPath: "kydai.dev/pkg/outbox", Imports: imports}}), 1)
}
