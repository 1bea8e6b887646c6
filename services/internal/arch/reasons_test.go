package arch_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/texts"
)

// Every reason that a service gives has a status and words in the table of
// package texts.
func TestReasonsHaveTexts(t *testing.T) {
	t.Parallel()
	found := reasons(t)
	require.Greater(t, len(found), 20, "the source was not found")
	for reason, at := range found {
		_, ok := texts.Reason(reason)
		require.True(t, ok, "%s (%s) has no text: add it to pkg/texts", reason, at)
	}
}

// statuses are reasons that only gRPC codes lead to.
var statuses = []string{"CANCELED", "UNIMPLEMENTED"}

// The table says nothing that nobody gives.
func TestTextsHaveReasons(t *testing.T) {
	t.Parallel()
	found := reasons(t)
	for _, r := range texts.Reasons() {
		if !slices.Contains(statuses, r.Name) {
			require.Contains(t, found, r.Name, "nobody gives this reason any more")
		}
	}
}

// reasons finds the reasons of all calls of errs.New, and where they stand.
func reasons(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	fset := token.NewFileSet()
	for _, dir := range []string{"../../../pkg", "../../../services"} {
		err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			file, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if reason, ok := reasonOf(n); ok {
					found[reason] = fset.Position(n.Pos()).String()
				}
				return true
			})
			return nil
		})
		require.NoError(t, err)
	}
	return found
}

// reasonOf reads the reason out of errs.New(kind, "REASON", …), or out of
// New(…) inside package errs.
func reasonOf(n ast.Node) (string, bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) != 3 {
		return "", false
	}
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		x, ok := f.X.(*ast.Ident)
		if !ok || x.Name != "errs" || f.Sel.Name != "New" {
			return "", false
		}
	case *ast.Ident:
		if f.Name != "New" {
			return "", false
		}
	default:
		return "", false
	}
	lit, ok := call.Args[1].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	reason, err := strconv.Unquote(lit.Value)
	return reason, err == nil
}
