package outside

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	protocol "github.com/modelcontextprotocol/go-sdk/mcp"

	"aipack/backend/base/fault"
	"aipack/backend/base/worker"
	"aipack/backend/secret/conceal"
)

// limits bound what a server may take.
type limits struct {
	begin time.Duration // until its tools are known
	call  time.Duration // of one call
	end   time.Duration // between the end of its input and its own

	message int64 // bytes of one message, or of one answer over HTTP
	all     int64 // bytes that it may send in one conversation
}

// usual are the limits: a server in a container or behind npx takes some seconds to begin
// with, and a result of megabytes no model could be shown.
var usual = limits{begin: 30 * time.Second, call: 60 * time.Second, end: 2 * time.Second, message: 4 << 20, all: 64 << 20}

// link is a server that was begun.
type link struct {
	Server
	limits    limits
	session   *protocol.ClientSession
	process   *exec.Cmd     // nil: it answers over HTTP
	ended     chan struct{} // closed once the process has
	silent    chan struct{} // closed once nothing comes from it any more
	complains *tail         // the end of what the process says beside
	secrets   []string      // values that it was handed

	mu   sync.Mutex
	late int   // calls in a row that it did not answer in time
	gone error // why it is asked no more

	closing sync.Once
}

// begin starts a server and shakes hands with it.
func begin(ctx context.Context, s Server, o Options) (*link, error) {
	k := &link{Server: s, limits: o.limits}
	transport, err := k.transport(ctx, o)
	if err != nil {
		return nil, err
	}
	// Nothing is offered in return: no folders, no model, no questions to the user.
	client := protocol.NewClient(&protocol.Implementation{Name: "aipack", Version: o.Version}, &protocol.ClientOptions{
		Capabilities: &protocol.ClientCapabilities{}, MultiRoundTrip: &protocol.MultiRoundTripOptions{Disabled: true},
	})
	if k.session, err = client.Connect(ctx, transport, nil); err != nil {
		k.close()
		f := k.unanswered(ctx, err, o.limits.begin)
		f.Err = errors.New(k.said(err))
		return nil, f
	}
	k.silent = make(chan struct{})
	go func() {
		defer close(k.silent)
		_ = k.session.Wait() // why it ended the next call says
	}()
	return k, nil
}

// transport is how the server is spoken to. A program is started.
func (k *link) transport(ctx context.Context, o Options) (protocol.Transport, error) {
	value := func(name string) (string, error) {
		v, err := o.value(ctx, k.Server, name)
		if err == nil {
			k.secrets = append(k.secrets, v)
		}
		return v, err
	}
	left := &atomic.Int64{}
	left.Store(k.limits.all)
	if k.URL != "" {
		return k.address(value, left)
	}
	program, err := exec.LookPath(k.Command[0])
	if err != nil {
		return nil, &fault.Fault{Code: fault.FileNotFound, Message: "there is no program " + k.Command[0], Hint: "install it, or set the server up with where it lies", Err: err}
	}
	c := exec.Command(program, k.Command[1:]...)
	worker.Bind(c)
	c.WaitDelay = time.Second // what it started may hold its output open
	c.Dir = home()
	for _, name := range handed() {
		if v, there := o.Environment(name); there {
			c.Env = append(c.Env, name+"="+v)
		}
	}
	for _, name := range k.Variables {
		v, err := value(name)
		if err != nil {
			return nil, err
		}
		c.Env = append(c.Env, name+"="+v)
	}
	k.complains = &tail{}
	c.Stderr = k.complains
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return nil, fault.OfFile(k.Command[0]+" cannot be started", err, "start it in a terminal to see why")
	}
	k.process, k.ended = c, make(chan struct{})
	return &protocol.IOTransport{Reader: &metered{out, left}, Writer: in, MaxLineLength: int(k.limits.message)}, nil
}

// home is the folder that programs are started in. In the project its own files would
// decide what runs: npx looks into node_modules, and npm into .npmrc, of where it is.
func home() string {
	if dir, err := os.UserHomeDir(); err == nil {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
	}
	return os.TempDir()
}

// handed are the variables that every program is handed: those that the protocol's own
// libraries hand on (getDefaultEnvironment of its TypeScript one), with what tells where
// programs, languages and temporary files are.
func handed() []string {
	if runtime.GOOS == "windows" {
		return []string{
			"APPDATA", "COMSPEC", "HOMEDRIVE", "HOMEPATH", "LOCALAPPDATA", "PATH", "PATHEXT", "PROCESSOR_ARCHITECTURE", "PROGRAMDATA", "PROGRAMFILES",
			"SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR",
		}
	}
	return []string{"HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "USER"}
}

// unanswered says in our own words why nothing came: what the server says of it is not for
// a model.
func (k *link) unanswered(ctx context.Context, err error, after time.Duration) *fault.Fault {
	f := &fault.Fault{Code: fault.NetworkError, Message: "the MCP server " + k.Name + " could not be reached, or has ended", Hint: "go on without it"}
	switch text := err.Error(); {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		f.Code, f.Message = fault.Timeout, fmt.Sprintf("the MCP server %s did not answer within %s", k.Name, after)
	case strings.Contains(text, errFlood.Error()), strings.Contains(text, "exceeded"): // the library's words for a message that is too long
		f.Message = "the MCP server " + k.Name + " sent more than is read"
	}
	return f
}

// said is what a server says of why it does not answer, for the user alone.
func (k *link) said(err error) string {
	return k.clean(strings.Trim(k.complains.last()+"; "+err.Error(), "; "))
}

// clean is a text without secrets, those among them that the server was handed.
func (k *link) clean(text string) string {
	for _, v := range k.secrets {
		if len(v) >= leastSecret {
			text = strings.ReplaceAll(text, v, "«secret:handed»")
		}
	}
	return conceal.Text(strings.ToValidUTF8(text, "\uFFFD"))
}

// leastSecret is how long a value is that is looked for: "1" and "true" stand everywhere.
const leastSecret = 6

// close ends the server and all that it started. It may have ended already.
func (k *link) close() { k.closing.Do(k.end) }

func (k *link) end() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		if k.session != nil {
			_ = k.session.Close() // it is ended in any case
		}
	}()
	if k.process == nil {
		select {
		case <-closed:
		case <-time.After(k.limits.end):
		}
		return
	}
	go func() {
		defer close(k.ended)
		_ = k.process.Wait() // how it ended is nobody's matter
	}()
	if k.session != nil {
		select {
		case <-k.ended:
		case <-time.After(k.limits.end):
		}
	}
	worker.KillGroup(k.process.Process)
	<-k.ended
}
