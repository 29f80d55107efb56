// Package prove turns a Dockerfile into proof: it builds the image, starts it,
// asks it whether it is healthy, and says what happened. It talks to BuildKit
// alone, wherever that runs, and never to the host's own processes.
package prove

import (
	"os"

	"aipack/backend/prove/browser"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/check"
	"aipack/backend/universalbuild"
)

// Verdict is what a proof came to.
type Verdict string

// The verdicts.
const (
	Proven     Verdict = "proven"     // built, started, answered from outside, and was still healthy at a second look
	Ran        Verdict = "ran"        // built, ran and ended by itself with 0, as a program without a port may
	Incomplete Verdict = "incomplete" // as Proven, but a database or neighbour that the plan names was not there, or was never asked: what needs it was not tried
	Failed     Verdict = "failed"     // something did not work; Failure says what
	Stopped    Verdict = "stopped"    // cut off before its end
	NotBuilt   Verdict = "not_built"  // nothing was tried: no builder
)

// Good reports whether the service did all that is asked of it.
func (v Verdict) Good() bool { return v == Proven || v == Ran }

// Report says how one service was proved. Durations are milliseconds.
type Report struct {
	Service    string            `json:"service"` // path in the repository
	Name       string            `json:"name"`
	Verdict    Verdict           `json:"verdict"`
	Builder    builder.Found     `json:"builder"`
	Steps      []Step            `json:"steps"`
	Image      *Image            `json:"image,omitempty"`
	Start      *Started          `json:"start,omitempty"`
	Stores     []DataService     `json:"stores"`              // the data services that it needs by the plan
	Services   []cause.Neighbour `json:"services,omitempty"`  // those of the plan that it needs
	Release    *Release          `json:"release,omitempty"`   // what ran once before the start
	Processes  []Process         `json:"processes,omitempty"` // further ones of the image
	Probe      *Probe            `json:"probe,omitempty"`
	Page       *browser.Page     `json:"page,omitempty"` // what the user's browser saw
	Failure    *cause.Failure    `json:"failure,omitempty"`
	Mending    *Repair           `json:"mending,omitempty"`    // what was tried beyond this proof
	Offer      *Try              `json:"offer,omitempty"`      // the fix that would be tried first, by rules alone, where nobody asked for any
	Questions  []Question        `json:"questions,omitempty"`  // what only the person knows, most useful first; none where it came up
	Confidence *Confidence       `json:"confidence,omitempty"` // in the plan, after this proof and what was tried
	Checks     []check.Result    `json:"checks"`
	Warnings   []Warning         `json:"warnings"`
	Dockerfile string            `json:"dockerfile"`
	StartedAt  int64             `json:"started_at"` // Unix milliseconds
	DurationMS int64             `json:"duration_ms"`

	called  string                 // what Progress calls the service
	given   []string               // names of the variables that the program was started with
	browser check.Result           // added to Checks at the end
	blank   *Warning               // what the browser saw of an empty page; nil for nothing
	memory  int64                  // bytes that a step of the build might use; 0 for as much as there is
	holds   func(path string) bool // whether the folder that is sent to the build has it; nil: not known
}

// Step is one instruction of the Dockerfile, or something the builder did
// around it.
type Step struct {
	Name       string   `json:"name"` // "[build 3/6] RUN npm ci"
	Stage      string   `json:"stage,omitempty"`
	Line       int      `json:"line,omitempty"` // in the Dockerfile, from 1
	State      string   `json:"state"`          // waiting, running, done, cached, failed
	DurationMS int64    `json:"duration_ms"`
	Log        []string `json:"log,omitempty"`
	Error      string   `json:"error,omitempty"`
}

// Image is what was built.
type Image struct {
	SizeBytes int64             `json:"size_bytes"` // of all files, unpacked
	Layers    []Layer           `json:"layers"`
	Bases     []Base            `json:"bases"`
	User      string            `json:"user"`
	Command   []string          `json:"command"`
	Ports     []string          `json:"ports"` // declared: "8080/tcp"
	Env       []string          `json:"env"`
	Workdir   string            `json:"workdir"`
	Labels    map[string]string `json:"labels,omitempty"`

	inherits bool // its ports are those of its base: the plan, of which it was made, names none
}

// Layer is one layer of the image, or all those of its base.
type Layer struct {
	Command   string `json:"command"`        // the instruction that made it: "RUN npm ci"
	Line      int    `json:"line,omitempty"` // in the Dockerfile, from 1
	SizeBytes int64  `json:"size_bytes"`     // of the files that it adds or changes, for the base what is left of the image; 0 where the builder does not say
	Count     int    `json:"count"`          // how many layers of the image it stands for
}

// Base is an image that the build stood on.
type Base struct {
	Name    string `json:"name"`
	Digest  string `json:"digest"`
	StandIn bool   `json:"stand_in,omitempty"` // made by the lab in place of the real one
}

// Started says how the program came up and went down.
type Started struct {
	Command   []string `json:"command"`
	User      string   `json:"user"`
	Log       []string `json:"log"`
	ExitCode  *int     `json:"exit_code,omitempty"` // set when it ended by itself
	StoppedMS int64    `json:"stopped_ms"`          // how long it took to end when asked
	Killed    bool     `json:"killed,omitempty"`    // it did not end when asked
	Listening []string `json:"listening"`           // "tcp 0.0.0.0:8080"
	PeakBytes int64    `json:"peak_bytes"`          // memory of all its processes until it was healthy, each at its most; 0: not seen
}

// Probe says how the program answered.
type Probe struct {
	Kind      string  `json:"kind"`               // healthcheck, port (it has none), watch (a program without a port)
	Protocol  string  `json:"protocol,omitempty"` // what the first declared port speaks: http, https, http2, grpc, websocket, tcp
	Healthy   bool    `json:"healthy"`
	Tries     int     `json:"tries"`            // of the health check until it was healthy
	Status    int     `json:"status,omitempty"` // HTTP
	LatencyMS int64   `json:"latency_ms"`
	AfterMS   int64   `json:"after_ms"`           // from start to the first look that was good
	AgainMS   int64   `json:"again_ms,omitempty"` // from start to the second look; 0 where there was none
	Asked     []Asked `json:"asked,omitempty"`    // from outside, at both looks, and further
	Excerpt   string  `json:"excerpt,omitempty"`
	HTML      bool    `json:"html,omitempty"`
}

// Asked is one question that was put to the program through its port.
type Asked struct {
	Look      int      `json:"look"` // 1 or 2; 3 at ports that the plan does not name, and for the sake of a data service that nobody had connected to
	Port      int      `json:"port"`
	Unplanned string   `json:"unplanned,omitempty"` // where it is open, of a port that the plan does not name: "127.0.0.1:7171"
	What      string   `json:"what"`                // "GET /health", "WebSocket /", "grpc.health.v1.Health/Check", "connect"
	Status    int      `json:"status,omitempty"`    // HTTP, of the last answer
	Via       []string `json:"via,omitempty"`       // where redirects led, in order
	OK        bool     `json:"ok"`                  // it speaks for the program
	Said      string   `json:"said"`                // what came of it, in words
	LatencyMS int64    `json:"latency_ms"`
}

// Warning is what the builder remarked, or what the user should know about a
// program that is healthy by its own word.
type Warning struct {
	Line    int    `json:"line,omitempty"`
	Message string `json:"message"`
	Rule    string `json:"rule,omitempty"` // id: "not_found", "empty_page"; "" for the builder's
	Loud    bool   `json:"loud,omitempty"` // belongs beside the verdict, not below it
}

// Request is one service to be proved.
type Request struct {
	Document   universalbuild.UniversalBuild
	Detected   *universalbuild.UniversalBuild // what the sources were found to say, where Document was changed since; nil: it says the same
	Dir        string                         // the repository on disk
	Root       *os.Root                       // Dir as it is held open, whatever has its name by now; nil: Dir is opened
	Dockerfile string                         // proved in place of the one the document gives; "" for that one

	// Env are variables that the program is started with, beside the image's
	// own and before them. They are for the proof alone: no file gets them, and
	// the report masks the values of those that are secret.
	Env map[string]string

	// Secrets are what the build is given, by the ids that the document has for
	// them: the content of a file, or the value of a variable. Where one is
	// missing, the project's own file serves. No report has them.
	Secrets map[string]string

	// Beside are the other services of the plan, where they are not proved too:
	// the service knows them by name, and none of them is there.
	Beside []universalbuild.UniversalBuild

	// Files are proved in place of the project's own or beside them, by their paths
	// in the repository with slashes: an edit that nobody has agreed to yet. The
	// project is not changed.
	Files map[string][]byte

	// Called is what Progress calls the service; "" for its path, which several
	// may share.
	Called string

	hidden []string // further values that are masked
	all    bool     // what the project's own .dockerignore leaves out is sent, too: tests
}

// Name is what Progress calls the service.
func (r Request) Name() string {
	if r.Called != "" {
		return r.Called
	}
	return r.Document.Metadata.Path
}
