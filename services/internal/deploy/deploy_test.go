// Package deploy holds what is deployed, deploy/ and helm/, against the services
// that exist and the options that they have.
package deploy_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"kydai.dev/pkg/authn"
)

// top is the repository, seen from this folder.
var top = filepath.Join("..", "..", "..")

// composed is a service as the compose file has it.
type composed struct {
	Build struct {
		Args map[string]string
	}
	Environment map[string]string
	Command     []string
}

// containers returns everything in the compose file by name.
func containers(t *testing.T) map[string]composed {
	t.Helper()
	var file struct{ Services map[string]composed }
	readYAML(t, &file, "deploy", "compose.yaml")
	return file.Services
}

// compose returns the services of ours in the compose file by name.
func compose(t *testing.T) map[string]composed {
	t.Helper()
	ours := map[string]composed{}
	for name, c := range containers(t) {
		if service := c.Build.Args["SERVICE"]; service != "" && service != "kydai" {
			require.Equal(t, name, service, "a container is called like its service")
			ours[name] = c
		}
	}
	require.NotEmpty(t, ours)
	return ours
}

// charted is a service as the chart's values have it.
type charted struct {
	Database, HTTP bool
	Peers          []string
}

func chart(t *testing.T) map[string]charted {
	t.Helper()
	var values struct{ Services map[string]charted }
	readYAML(t, &values, "helm", "kydai", "values.yaml")
	require.NotEmpty(t, values.Services)
	return values.Services
}

func readYAML(t *testing.T, into any, path ...string) {
	t.Helper()
	require.NoError(t, yaml.Unmarshal([]byte(read(t, path...)), into))
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{top}, path...)...))
	require.NoError(t, err)
	return string(data)
}

// binaries returns the services that have a binary of their own, the all-in-one
// process aside.
func binaries(t *testing.T) []string {
	t.Helper()
	mains, err := filepath.Glob(filepath.Join(top, "services", "*", "cmd", "*"))
	require.NoError(t, err)
	var names []string
	for _, path := range mains {
		if name := filepath.Base(path); name != "kydai" {
			names = append(names, name)
		}
	}
	return names
}

func TestEveryServiceIsDeployed(t *testing.T) {
	t.Parallel()
	inCompose, inChart := compose(t), chart(t)
	for _, name := range binaries(t) {
		require.Contains(t, inCompose, name, "deploy/compose.yaml")
		require.Contains(t, inChart, name, "helm/kydai/values.yaml")
	}
	require.Len(t, inChart, len(inCompose))
}

func TestEveryServiceGetsItsKey(t *testing.T) {
	t.Parallel()
	command := containers(t)["keys"].Command
	require.Greater(t, len(command), 3)
	named := command[3:] // keys --dir /keys account …
	require.ElementsMatch(t, append(slices.Collect(maps.Keys(compose(t))), authn.OperatorService), named)
	require.Contains(t, read(t, "helm", "kydai", "README.md"), "kydai keys --dir keys "+strings.Join(named, " ")+"\n")
}

var dialled = regexp.MustCompile(`\.Dial\("([a-z]+)"\)`)

// Every service is given the addresses of those that its code calls.
func TestEveryServiceHasItsPeers(t *testing.T) {
	t.Parallel()
	calls := 0
	for name, c := range chart(t) {
		err := filepath.WalkDir(filepath.Join(top, "services", name), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			code, err := os.ReadFile(path)
			for _, found := range dialled.FindAllSubmatch(code, -1) {
				calls++
				require.Contains(t, c.Peers, string(found[1]), "%s calls it in %s", name, path)
			}
			return err
		})
		require.NoError(t, err)
	}
	require.Positive(t, calls)
}

// What the chart knows of a service, the compose file spells out.
func TestChartAndComposeAgree(t *testing.T) {
	t.Parallel()
	inChart := chart(t)
	collector, roles := read(t, "deploy", "otel", "collector.yaml"), read(t, "deploy", "postgres", "roles.sql")
	for name, c := range compose(t) {
		var peers []string
		for _, peer := range inChart[name].Peers {
			peers = append(peers, peer+"="+peer+":9090")
		}
		prefix := "KYDAI_" + strings.ToUpper(name)
		require.Equal(t, strings.Join(peers, ";"), c.Environment[prefix+"_PEERS"], name)
		require.Equal(t, inChart[name].HTTP, c.Environment[prefix+"_HTTP"] != "", name)
		require.Equal(t, inChart[name].Database, c.Environment[prefix+"_DB"] != "", name)
		require.Equal(t, inChart[name].Database, strings.Contains(roles, "AUTHORIZATION "+name+";"), name)
		require.Contains(t, collector, name+":8081")
		for key := range c.Environment {
			require.True(t, strings.HasPrefix(key, prefix+"_"), "%s of %s", key, name)
		}
	}
}
