//go:build unix

package fleet_test

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"aipack/backend/fleet"
)

// postgres is a server of the tests' own, which is reached through a socket alone.
type postgres struct {
	programs, folder string
	as               *syscall.Credential // it refuses to run as root

	mu      sync.Mutex
	process *os.Process
	ended   chan struct{}
	made    int
}

var (
	server *postgres
	begun  = sync.OnceValue(func() error {
		s, err := begin()
		server = s
		return err
	})
)

var errNoPostgres = errors.New("PostgreSQL is not on this computer: build/deps.sh test installs it")

func begin() (*postgres, error) {
	s := &postgres{}
	for _, at := range append([]string{"/usr/local/bin"}, glob("/usr/lib/postgresql/*/bin")...) {
		if _, err := os.Stat(filepath.Join(at, "initdb")); err == nil {
			s.programs = at
		}
	}
	if s.programs == "" {
		return nil, errNoPostgres
	}
	var err error
	if s.folder, err = os.MkdirTemp("", "fleet-pg-"); err != nil {
		return nil, err
	}
	if os.Getuid() == 0 {
		u, err := user.Lookup("postgres")
		if err != nil {
			return nil, err
		}
		uid, _ := strconv.Atoi(u.Uid)
		gid, _ := strconv.Atoi(u.Gid)
		s.as = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(s.folder, uid, gid); err != nil {
			return nil, err
		}
	}
	c := s.command("initdb", "--pgdata", s.data(), "--username", "test", "--auth", "trust", "--no-sync", "--encoding", "UTF8", "--no-locale")
	if said, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, said)
	}
	return s, s.start()
}

func glob(pattern string) []string {
	found, _ := filepath.Glob(pattern)
	slices.Sort(found)
	return found
}

func (s *postgres) data() string { return filepath.Join(s.folder, "data") }

func (s *postgres) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.programs, name), args...)
	c.Dir = s.folder
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.as}
	endWithUs(c)
	return c
}

func (s *postgres) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.command("postgres", "-D", s.data(), "-k", s.folder, "-h", "", "-c", "fsync=off", "-c", "max_connections=200")
	began := make(chan error)
	s.ended = make(chan struct{})
	go func(ended chan struct{}) {
		runtime.LockOSThread() // the server ends with the thread that started it
		defer runtime.UnlockOSThread()
		err := c.Start()
		began <- err
		if err == nil {
			_ = c.Wait()
			close(ended)
		}
	}(s.ended)
	if err := <-began; err != nil {
		return err
	}
	s.process = c.Process
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		return err
	}
	defer db.Close()
	for {
		if db.Ping() == nil {
			return nil
		}
		select {
		case <-s.ended:
			return errors.New("the server ended")
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// restart ends the server as a broken machine would, and starts it again.
func (s *postgres) restart(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	err := s.process.Signal(syscall.SIGQUIT)
	s.mu.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	<-s.ended
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

func (s *postgres) end() {
	if s.process != nil {
		_ = s.process.Signal(syscall.SIGQUIT)
		<-s.ended
	}
	_ = os.RemoveAll(s.folder)
}

func (s *postgres) address(database string) string {
	return "postgres:///" + database + "?" + url.Values{"host": {s.folder}, "user": {"test"}, "sslmode": {"disable"}}.Encode()
}

// database makes one.
func (s *postgres) database(t *testing.T) string {
	t.Helper()
	db, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s.mu.Lock()
	s.made++
	name := "t" + strconv.Itoa(s.made)
	s.mu.Unlock()
	if _, err := db.ExecContext(t.Context(), "CREATE DATABASE "+name); err != nil {
		t.Fatal(err)
	}
	return s.address(name)
}

// onBoth runs a test on both databases.
func onBoth(t *testing.T, test func(t *testing.T, address string, server *postgres)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "fleet ?%23.db"), nil) })
	t.Run("postgres", func(t *testing.T) {
		if err := begun(); errors.Is(err, errNoPostgres) && os.Getenv("CI") == "" {
			t.Skip(err)
		} else if err != nil {
			t.Fatal(err)
		}
		test(t, server.database(t), server)
	})
}

func open(t *testing.T, address string) *fleet.Queue {
	t.Helper()
	q, err := fleet.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = q.Close() })
	return q
}
