package prove

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/external"
	"aipack/backend/prove/tunnel"
	"aipack/backend/universalbuild"
)

func TestGoodVerdicts(t *testing.T) {
	for verdict, want := range map[Verdict]bool{Proven: true, Ran: true, Incomplete: false, Failed: false, Stopped: false, NotBuilt: false, "": false} {
		if verdict.Good() != want {
			t.Errorf("%q: %t", verdict, verdict.Good())
		}
	}
}

func TestVerdictWithoutNeighbours(t *testing.T) {
	s := &session{report: &Report{Probe: &Probe{}}, network: pb.NetMode_NONE}
	if s.verdict() != Proven {
		t.Error(s.verdict())
	}
	s.report.Stores = []DataService{{ID: "postgresql", State: StoreHealthy, Asked: true}, {ID: "redis", State: StoreFailed}, {ID: "ledgerdb", State: StoreUnknown}}
	if s.report.Verdict = s.verdict(); s.report.Verdict != Incomplete {
		t.Error(s.report.Verdict)
	}
	if w := s.warnings(); len(w) != 1 || !w[0].Loud || !strings.Contains(w[0].Message, "without redis and ledgerdb") {
		t.Errorf("%+v", w)
	}
	s.report.Stores = []DataService{{ID: "postgresql", State: StoreHealthy}}
	if s.report.Verdict = s.verdict(); s.report.Verdict != Incomplete || !strings.Contains(s.warnings()[0].Message, "never connected to postgresql") {
		t.Errorf("it was never asked: %s %+v", s.report.Verdict, s.warnings())
	}
	s.report.Stores[0].Asked = true
	if s.verdict() != Proven {
		t.Error("everything was there")
	}
	s.report.Stores = []DataService{{ID: "postgresql", State: StoreLeftOut}}
	if s.verdict() != Incomplete {
		t.Error("what the user gave leads nowhere without a network")
	}
	if s.network = pb.NetMode_UNSET; s.verdict() != Proven {
		t.Error("the user has seen to the neighbours")
	}
	s.endedWell = true
	if s.verdict() != Ran {
		t.Error(s.verdict())
	}
}

func TestWithoutStart(t *testing.T) {
	web := universalbuild.UniversalBuild{Metadata: universalbuild.Metadata{Kind: universalbuild.Web}}
	started := web
	started.Runtime.Command = []string{"node", "a.js"}
	static := universalbuild.UniversalBuild{Runtime: universalbuild.Runtime{BaseImage: "nginx:1.28-alpine"}}
	for name, c := range map[string]struct {
		doc     universalbuild.UniversalBuild
		byHand  string
		command []string
		want    bool
	}{
		"a start command":                 {started, "", []string{"node", "a.js"}, false},
		"none: the language's prompt":     {web, "", []string{"docker-entrypoint.sh", "node"}, true},
		"a web server for files":          {static, "", []string{"nginx", "-g", "daemon off;"}, false},
		"by hand, with a command":         {web, "FROM node\nCMD [\"node\"]\n", []string{"node"}, false},
		"by hand, the language's prompt":  {web, "FROM node\nCOPY . .\n", []string{"docker-entrypoint.sh", "node"}, true},
		"by hand, PHP's prompt":           {web, "FROM php\nCOPY . .\n", []string{"docker-php-entrypoint", "php", "-a"}, true},
		"by hand, the base's own program": {web, "FROM caddy\nCOPY . .\n", []string{"caddy", "run"}, false},
		"by hand, nothing":                {web, "FROM scratch\nCOPY . .\n", nil, true},
		"by hand, of an earlier stage":    {web, "FROM node AS build\nCMD [\"x\"]\nFROM node\n", []string{"node"}, true},
	} {
		s := &session{request: Request{Document: c.doc, Dockerfile: c.byHand}, dockerfile: c.byHand, report: &Report{Image: &Image{Command: c.command}}}
		if s.withoutStart() != c.want {
			t.Errorf("%s: %t", name, !c.want)
		}
	}
}

func TestUsage(t *testing.T) {
	for text, want := range map[string]bool{
		"usage: tool [-h] FILE\ntool: error: the following arguments are required: FILE": true,
		"Usage:\n  tool [command]":                                             true,
		"Usage of /app/tool:\n  -n int":                                        true,
		"Error: accepts 1 arg(s), received 0":                                  true,
		"error: the following required arguments were not provided:\n  <FILE>": true,
		"listening on 8080\nmemory usage: 3 MB":                                false,
		"panic: runtime error":                                                 false,
	} {
		if usage().MatchString(text) != want {
			t.Errorf("%q: %t", text, !want)
		}
	}
}

func TestUnboundUDP(t *testing.T) {
	doc := universalbuild.UniversalBuild{}
	doc.Runtime.Ports = []universalbuild.Port{{Port: 53, Protocol: "udp"}, {Port: 80, Protocol: "tcp"}}
	for _, c := range []struct {
		listening []string
		want      []int
	}{
		{[]string{"udp 0.0.0.0:53"}, nil},
		{[]string{"udp :::53", "tcp :::80"}, nil},
		{[]string{"udp 127.0.0.1:53"}, []int{53}},
		{[]string{"tcp 0.0.0.0:53", "udp 0.0.0.0:5353"}, []int{53}},
		{nil, []int{53}},
	} {
		if got, named := unbound(c.listening, doc); !slices.Equal(got, c.want) || !named {
			t.Errorf("%q: %v", c.listening, got)
		}
	}
}

func TestWhatIsWrongFromOutsideIsTheCause(t *testing.T) {
	report := &Report{Probe: &Probe{}, Start: &Started{Log: []string{"Error: Cannot find module 'x'"}}}
	f := explain(&stageError{"health", cause.LoopbackOnly(3000, []string{"tcp 127.0.0.1:3000", "tcp 0.0.0.0:9229"})}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if f.Rule != "loopback_only" || f.Stage != "health" || f.Field != "/runtime/ports/0/port" || !strings.Contains(f.Cause, "(tcp 127.0.0.1:3000)") || len(f.Edits) > 0 {
		t.Errorf("%+v", f)
	}
	f = explain(&stageError{"health", noAnswer(3000, "GET /", errors.New("closed the connection without an answer"))}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if f.Rule != "no_answer" || f.Cause != "The program listens on port 3000, and to GET / it closed the connection without an answer. It said: “Error: Cannot find module 'x'”." {
		t.Errorf("%+v", f)
	}
	err := noAnswer(3000, "GET /", fmt.Errorf("port %d %w", 3000, tunnel.ErrRefused))
	if want := "Port 3000 refuses connections: the program does not listen there, or not any more."; err.Error() != want {
		t.Errorf("%v; want %s", err, want)
	}
}

// A page that fails because its database is not there says so in the log.
func TestWhatTheLogSaysOfAnError(t *testing.T) {
	failed := &stageError{"health", serverError(3000, external.Answer{What: "GET /", Status: 500}, 1)}
	var doc universalbuild.UniversalBuild
	doc.Metadata.BackingServices = []string{"postgresql"}
	report := &Report{Probe: &Probe{}, Start: &Started{Log: []string{"listening", "Error: connect ECONNREFUSED 127.0.0.1:5432"}}}
	f := explain(failed, export.Text{}, doc, report)
	if f.Rule != "neighbour_missing" || !strings.HasPrefix(f.Cause, "The program answers GET / with 500. The program needs PostgreSQL") {
		t.Errorf("%+v", f)
	}
	report.Start.Log = []string{"listening", "TypeError: x is not a function"}
	if f := explain(failed, export.Text{}, doc, report); f.Rule != "server_error" || !strings.Contains(f.Cause, "with 500. It said: “TypeError: x") {
		t.Errorf("%+v", f)
	}
	report.Start.Log = []string{"listening", "ValueError: Please define one of INSTANCE_HOST, INSTANCE_UNIX_SOCKET"}
	if f := explain(failed, export.Text{}, doc, report); f.Rule != "missing_variable" || f.Details["variable"] != "INSTANCE_HOST" {
		t.Errorf("%+v", f)
	}
	report.Start.Log = []string{"listening", "TypeError: x is not a function"}
	crashed := &stageError{"start", &endedError{code: 1, healthy: true, after: 1900 * time.Millisecond}}
	if f := explain(crashed, export.Text{}, doc, report); f.Rule != "crash" || !strings.HasPrefix(f.Cause, "The program was healthy, and ended by itself 1.9 s later with exit code") {
		t.Errorf("%+v", f)
	}
}

// A servlet container goes on, and answers 404, where its application did not
// start.
func TestServerWithoutItsApplication(t *testing.T) {
	log := []string{
		"Caused by: java.nio.file.AccessDeniedException: /var/shop",
		"22-Nov-2026 23:00:00.000 SEVERE [main] org.apache.catalina.core.StandardContext.startInternal Context [] startup failed due to previous errors",
		"22-Nov-2026 23:00:01.000 INFO [main] org.apache.catalina.startup.Catalina.start Server startup in [9000] milliseconds",
	}
	said, ok := undeployed(log)
	if _, healthy := undeployed(log[2:]); !ok || healthy {
		t.Fatalf("%v %v", ok, healthy)
	}
	failed := &stageError{"health", notDeployed(8080, external.Answer{What: "GET /", Status: 404}, said)}
	var doc universalbuild.UniversalBuild
	report := &Report{Probe: &Probe{}, Start: &Started{Log: log}}
	if f := explain(failed, export.Text{}, doc, report); f.Rule != "not_writable" || !strings.Contains(f.Cause, "goes on without the application") {
		t.Errorf("%+v", f)
	}
	report.Start.Log = log[1:]
	if f := explain(failed, export.Text{}, doc, report); f.Rule != "not_deployed" || !strings.Contains(f.Cause, "GET / with 404") {
		t.Errorf("%+v", f)
	}
}

func TestServerForOtherHosts(t *testing.T) {
	for name, test := range map[string]struct {
		status    int
		body, log string
		want      bool
	}{
		"Starlette":        {400, "Invalid host header", "", true},
		"ASP.NET Core":     {400, "<h2>Bad Request - Invalid Hostname</h2>", "", true},
		"Django":           {400, "<h1>Bad Request (400)</h1>", "Invalid HTTP_HOST header: 'localhost:8000'. You may need to add 'localhost' to ALLOWED_HOSTS.", true},
		"another question": {400, "<h1>Bad Request (400)</h1>", "", false},
		"nothing there":    {404, "Invalid host header", "", false},
	} {
		if got := hostRefused(external.Answer{Status: test.status, Body: test.body}, []string{test.log}); got != test.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestVariablesOfAProof(t *testing.T) {
	r := Request{Env: map[string]string{"PORT": "9000", "API_KEY": "s3cret-value", "DATABASE_URL": "postgres://u:hunter2@db/x", "PIN": "123", "DB": "Server=db;Pwd=swordfish;", "SALT": "basalt"}}
	r.Document.Runtime.Variables = []universalbuild.Variable{{Name: "SALT", Secret: true}}
	got := r.environment([]string{"PATH=/bin", "PORT=3000"})
	want := []string{"PATH=/bin", "API_KEY=s3cret-value", "DATABASE_URL=postgres://u:hunter2@db/x", "DB=Server=db;Pwd=swordfish;", "PIN=123", "PORT=9000", "SALT=basalt"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	log := ring{mask: r.mask()}
	_, _ = log.Write([]byte("key s3cret-value\nurl postgres://u:hunter2@db/x, password hunter2\nport 9000, pin 123\nswordfish basalt\n"))
	if got := strings.Join(log.lines(), "|"); got != "key •••|url •••, password •••|port 9000, pin 123|••• •••" {
		t.Error(got)
	}
}

func TestARedirectToTheServicesOwnTLS(t *testing.T) {
	for astray, want := range map[string]string{
		"https://localhost/":         "the document names no port for that",
		"https://login.example.com/": "not in this container",
	} {
		if err := redirectOutside(80, external.Answer{What: "GET /", Status: 302, Astray: astray}); !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", astray, err)
		}
	}
}

// TestAPortThatOpensFirst: who opens a port before it can answer is given the
// time of a start while it says what it does.
func TestAPortThatOpensFirst(t *testing.T) {
	for name, c := range map[string]struct {
		silent bool
		path   string // it is known to be healthy by
		says   string
		since  time.Duration
		want   bool
	}{
		"it prepares":                    {true, "", "deploying", 20 * time.Second, true},
		"it says nothing":                {true, "", "", 20 * time.Second, false},
		"it has had its time":            {true, "", "deploying", 2 * time.Minute, false},
		"it answers":                     {false, "", "deploying", 20 * time.Second, false},
		"it is healthy by its own check": {true, "/health", "deploying", 20 * time.Second, false},
	} {
		s := &session{limits: Usual(), report: &Report{}}
		s.request.Document.Runtime.Healthcheck = &universalbuild.Healthcheck{Path: c.path}
		tr := &run{session: s, silent: c.silent, began: time.Now().Add(-c.since)}
		_, _ = tr.output.Write([]byte("starting\n"))
		before := tr.output.printed()
		_, _ = tr.output.Write([]byte(c.says))
		if tr.starting(before) != c.want {
			t.Errorf("%s: %t", name, !c.want)
		}
	}
}
