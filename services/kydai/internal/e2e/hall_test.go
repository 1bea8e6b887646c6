// Package e2e plays in a whole hall over REST and live streams, as clients do:
// once with all services in one process, and once with each in a process of
// its own on PostgreSQL and NATS.
package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"kydai.dev/pkg/authn"
	"kydai.dev/pkg/ports"
	"kydai.dev/pkg/testkit"
)

// services are those that run one by one; the order is that of the start.
var services = []string{"account", "referee", "clock", "matchmaking", "rating", "rewards", "search", "study", "tournament", "gateway"}

// startLimit is how long a process may take to get ready; generous, since
// other tests share the machine.
const startLimit = 60 * time.Second

// binaries is where TestMain put the programs.
var binaries string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "kydai-e2e-")
	if err != nil {
		panic(err)
	}
	binaries = dir
	args := []string{"build", "-o", dir, "kydai.dev/services/kydai/cmd/kydai"}
	for _, s := range services {
		args = append(args, "kydai.dev/services/"+s+"/cmd/"+s)
	}
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		panic(fmt.Sprintf("build: %v\n%s", err, out))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// hall is a hall that runs.
type hall struct {
	base  string // of REST
	procs map[string]*process
	nats  *testkit.Server // nil where it is inside the one process
	// referee, account and rewards are where they listen for gRPC, keys the folder
	// of the services' keys.
	referee, account, rewards, keys string
}

type process struct {
	cmd  *exec.Cmd
	args []string
	ops  string
	log  *output
}

// halls runs a test in both kinds of hall.
func halls(t *testing.T, fn func(t *testing.T, h *hall)) {
	t.Helper()
	t.Run("one process", func(t *testing.T) {
		t.Parallel()
		fn(t, startOne(t))
	})
	t.Run("a process each", func(t *testing.T) {
		t.Parallel()
		fn(t, startMany(t))
	})
}

// startOne starts `kydai up` with nothing but addresses, and without the work of
// building databases.
func startOne(t *testing.T, options ...string) *hall {
	t.Helper()
	rest, ops, data := freeAddress(t), freeAddress(t), t.TempDir()
	grpc := freeAddress(t)
	h := &hall{base: "http://" + rest, procs: map[string]*process{}, referee: grpc, account: grpc, rewards: grpc, keys: filepath.Join(data, "keys")}
	h.start(t, "kydai", ops, append([]string{
		"up", "--data", data, "--http", rest, "--grpc", h.referee, "--ops", ops, "--nats-port=-1",
		"--search-endgame-sets=none",
	}, options...)...)
	return h
}

// startMany starts every service alone, on PostgreSQL and NATS; options are named
// as those of `kydai up`.
func startMany(t *testing.T, options ...string) *hall {
	t.Helper()
	db := testkit.Postgres(t)
	nats := testkit.NATSServer(t)
	dir := t.TempDir()
	_, _, err := authn.EnsureKeys(dir, append(services, authn.OperatorService)...)
	require.NoError(t, err)
	grpc, ops, peers := map[string]string{}, map[string]string{}, []string{}
	for _, s := range services {
		grpc[s], ops[s] = freeAddress(t), freeAddress(t)
		peers = append(peers, s+"="+grpc[s])
	}
	rest := freeAddress(t)
	h := &hall{base: "http://" + rest, procs: map[string]*process{}, nats: nats, keys: dir}
	h.referee, h.account, h.rewards = grpc["referee"], grpc["account"], grpc["rewards"]
	for _, s := range services {
		args := []string{
			"--data", t.TempDir(), "--key", filepath.Join(dir, s+".jwk"), "--jwks", filepath.Join(dir, authn.JWKSFile),
			"--grpc", grpc[s], "--ops", ops[s], "--peers", strings.Join(peers, ";"),
			"--nats", nats.Config().URL, "--nats-user", nats.Config().User, "--nats-password-file", nats.Config().PasswordFile,
		}
		switch s {
		case "account", "referee", "matchmaking", "rating", "rewards", "study", "tournament":
			args = append(args, "--db", db.DSN)
		case "gateway":
			args = append(args, "--http", rest)
		}
		if s == "account" {
			args = append(args, "--email-log") // `kydai up` does by itself
		}
		h.start(t, s, ops[s], append(args, optionsOf(s, options)...)...)
	}
	return h
}

// optionsOf are the options of one service, as it calls them.
func optionsOf(service string, options []string) []string {
	var own []string
	for _, o := range options {
		if rest, ok := strings.CutPrefix(o, "--"+service+"-"); ok {
			own = append(own, "--"+rest)
		} else if service == "gateway" && strings.HasPrefix(o, "--limit-") {
			own = append(own, o)
		}
	}
	return own
}

// addReplica starts a service once more, beside the one that others call.
func (h *hall) addReplica(t *testing.T, service string) (name string) {
	t.Helper()
	ops, args := freeAddress(t), slices.Clone(h.procs[service].args)
	for i, arg := range args {
		switch arg {
		case "--grpc":
			args[i+1] = freeAddress(t)
		case "--ops":
			args[i+1] = ops
		case "--data":
			args[i+1] = t.TempDir()
		}
	}
	called := h.procs[service]
	h.start(t, service, ops, args...)
	name = service + " 2"
	h.procs[name], h.procs[service] = h.procs[service], called
	return name
}

// start runs a program until the end of the test and waits until it is ready.
func (h *hall) start(t *testing.T, name, ops string, args ...string) {
	t.Helper()
	p := &process{args: args, ops: ops}
	h.procs[name] = p
	p.run(t, name)
	t.Cleanup(func() { p.stop(syscall.SIGTERM) })
}

func (p *process) run(t *testing.T, name string) {
	t.Helper()
	p.log = &output{name: name, t: t}
	p.cmd = exec.Command(filepath.Join(binaries, name), p.args...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	require.NoError(t, p.cmd.Start())
	require.Eventually(t, func() bool { return ok(t.Context(), "http://"+p.ops+"/readyz") }, startLimit, 20*time.Millisecond, "%s is not ready", name)
}

// stop ends a process by a signal and waits for it.
func (p *process) stop(sig syscall.Signal) {
	_ = p.cmd.Process.Signal(sig) // it may have ended
	_ = p.cmd.Wait()
}

// kill ends a process as a power cut would, and starts it again.
func (h *hall) kill(t *testing.T, name string) {
	t.Helper()
	p := h.procs[name]
	p.stop(syscall.SIGKILL)
	p.run(t, strings.Fields(name)[0]) // a replica is of the same program
}

func ok(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

// freeAddress is an address on which nobody listens now.
func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := ports.Free()
	require.NoError(t, err)
	return address.String()
}

// output keeps what a process prints, and passes it to the test's log.
type output struct {
	name string
	t    *testing.T

	mu   sync.Mutex
	said strings.Builder
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.said.String()
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.said.Write(p)
	if o.t.Context().Err() == nil { // afterwards the test may log no more
		o.t.Logf("%s: %s", o.name, strings.TrimRight(string(p), "\n"))
	}
	return len(p), nil
}
