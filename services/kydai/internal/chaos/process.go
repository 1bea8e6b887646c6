package chaos

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"kydai.dev/pkg/ports"
	"kydai.dev/services/kydai/internal/pause"
)

const (
	// startLimit is how long a process may take until it serves.
	startLimit = 60 * time.Second
	startLook  = 5 * time.Millisecond
)

// process is a command of this binary that is killed and started again.
type process struct {
	args []string
	log  *os.File
	cmd  *exec.Cmd
	life errgroup.Group
	// ended is closed when the process has ended.
	ended chan struct{}
}

// newProcess describes a process that appends what it says to a file in dir.
func newProcess(dir, name string, args ...string) (*process, error) {
	log, err := os.Create(filepath.Join(dir, name+".log")) //nolint:gosec // our own directory
	if err != nil {
		return nil, fmt.Errorf("log of %s: %w", name, err)
	}
	return &process{args: args, log: log}, nil
}

func (p *process) start() error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("find this binary: %w", err)
	}
	p.cmd = exec.Command(self, p.args...) //nolint:gosec,noctx // our own binary, which is killed by hand
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", p.args[0], err)
	}
	p.ended = make(chan struct{})
	p.life.Go(func() error {
		defer close(p.ended)
		return p.cmd.Wait()
	})
	return nil
}

// kill ends the process as a power cut would.
func (p *process) kill() {
	if p.cmd == nil {
		return
	}
	_ = p.cmd.Process.Kill() // it may have ended
	_ = p.life.Wait()        // by the signal
	p.cmd, p.life = nil, errgroup.Group{}
}

// hall is a whole hall in one process.
type hall struct {
	*process
	url, ops string
}

// newHall describes a hall on free ports, with its data in dir and without
// limits, which would slow down what is tried.
func newHall(dir string, options ...string) (*hall, error) {
	var addresses [3]string
	for i := range addresses {
		address, err := ports.Free()
		if err != nil {
			return nil, err
		}
		addresses[i] = address.String()
	}
	args := append([]string{
		"up", "--data", filepath.Join(dir, "data"), "--http", addresses[0], "--grpc", addresses[1], "--ops", addresses[2],
		"--limit-read=none", "--limit-write=none", "--limit-create=none", "--limit-stream=none",
		"--search-endgame-sets=none", // nobody else works meanwhile
	}, options...)
	p, err := newProcess(dir, "hall", args...)
	if err != nil {
		return nil, err
	}
	return &hall{process: p, url: "http://" + addresses[0], ops: "http://" + addresses[2]}, nil
}

// serve starts the hall and waits until it is ready.
func (h *hall) serve(ctx context.Context) error {
	if err := h.start(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	for !ready(ctx, h.ops) {
		select {
		case <-h.ended:
			return fmt.Errorf("the hall ended by itself, see %s", h.log.Name())
		default:
		}
		if err := pause.For(ctx, startLook); err != nil {
			return fmt.Errorf("wait for the hall, see %s: %w", h.log.Name(), err)
		}
	}
	return nil
}

func ready(ctx context.Context, ops string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, ops+"/readyz", http.NoBody)
	if err != nil {
		return false
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close() // only the status matters
	return res.StatusCode == http.StatusOK
}
