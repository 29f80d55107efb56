//go:build lab

package prove

import (
	"strings"
	"testing"
	"time"
)

// broken is one way to go wrong and what is to be said about it.
type broken struct {
	name   string
	files  map[string]string
	change func(p *project)
	limits Limits
	stage  string
	rule   string
	text   string // stands in the Dockerfile's line that is named
	cause  string // stands in the words
	field  string
}

func breakages() []broken {
	return []broken{
		{
			name: "bad package name", stage: "build", rule: "package_not_found", text: "npm", field: "/build/pre_build_commands/0", cause: "aipack-no-such-package-here",
			files: map[string]string{"package.json": `{"name":"greeter","version":"1.0.0","dependencies":{"aipack-no-such-package-here":"1.0.0"}}`},
			change: func(p *project) {
				p.Document.Build.PreBuildCommands = []string{"npm install"}
				p.Document.Build.Manifests = []string{"package.json"}
			},
		},
		{
			name: "missing file", stage: "build", rule: "file_missing", text: "no-such-file.json", cause: "no-such-file.json",
			change: func(p *project) { p.Document.Build.Manifests = append(p.Document.Build.Manifests, "no-such-file.json") },
		},
		{
			name: "crash at start", stage: "start", rule: "crash", text: "server.js", field: "/runtime/command", cause: "exit code 3",
			files: map[string]string{"server.js": "console.error('boom'); process.exit(3)\n"},
		},
		{
			name: "wrong port", stage: "health", rule: "wrong_port", field: "/runtime/ports/0/port", cause: "4567", limits: Limits{Elsewhere: 4 * time.Second},
			files: map[string]string{"server.js": strings.Replace(server, "process.env.PORT || 3000", "4567", 1)},
		},
		{
			name: "failing health check", stage: "health", rule: "health_failing", text: "HEALTHCHECK", field: "/runtime/healthcheck", cause: "503", limits: Limits{Healthy: 4 * time.Second},
			files: map[string]string{"server.js": strings.Replace(server, "a.end('ok\\n')", "a.statusCode = 503; a.end('not yet')", 1)},
		},
		{
			name: "unknown base tag", stage: "build", rule: "image_not_found", text: "node:no-such-tag", field: "/runtime/base_image", cause: "node:no-such-tag",
			change: func(p *project) { p.Document.Runtime.BaseImage = "node:no-such-tag" },
		},
		{
			name: "syntax error", stage: "build", rule: "unknown_instruction", text: "RNU", cause: "RNU",
			change: func(p *project) { p.Dockerfile = "FROM node:22-bookworm-slim\nWORKDIR /app\nRNU npm ci\n" },
		},
		{
			name: "too little memory", stage: "build", rule: "out_of_memory", text: "tail", field: "/build/build_commands/0", cause: "memory", limits: Limits{Memory: 64 << 20},
			change: func(p *project) {
				p.Document.Build.BuildCommands = []string{"head -c 300000000 /dev/zero | tail -n 1 >/dev/null; exit $?"}
			},
		},
		{
			name: "too little memory for the program", stage: "start", rule: "out_of_memory", field: "/runtime/command", cause: "memory", limits: Limits{Memory: 256 << 20},
			files: map[string]string{"server.js": "const all = []; for (let i = 0; i < 40; i++) all.push(Buffer.alloc(16 << 20, 1))\n" + server},
		},
		{
			name: "endless build", stage: "limit", rule: "time_limit", text: "987654", field: "/build/build_commands/0", cause: "time limit", limits: Limits{Build: 5 * time.Second},
			change: func(p *project) {
				p.Document.Build.BuildCommands = []string{"echo waiting " + p.marker + "; sleep 987654; true " + p.marker}
			},
		},
	}
}

func TestSaysWhyItFails(t *testing.T) {
	for _, b := range breakages() {
		t.Run(b.name, func(t *testing.T) {
			p := node(t, b.files)
			if b.change != nil {
				b.change(p)
			}
			with := lab(t)
			if b.limits.Healthy > 0 {
				with.Limits.Healthy = b.limits.Healthy
			}
			if b.limits.Elsewhere > 0 {
				with.Limits.Elsewhere = b.limits.Elsewhere
			}
			with.Limits.Memory = b.limits.Memory
			if b.limits.Build > 0 {
				proven(t, node(t, nil).prove(t, with)) // the base images are there: what is timed is the build
				with.Limits.Build = b.limits.Build
			}
			b.check(t, p.prove(t, with))
		})
	}
}

func (b broken) check(t *testing.T, r *Report) {
	t.Helper()
	f := r.Failure
	if r.Verdict != Failed || f == nil {
		t.Fatalf("verdict %s", r.Verdict)
	}
	if f.Stage != b.stage || f.Rule != b.rule {
		t.Errorf("stage %q, rule %q; want %q, %q", f.Stage, f.Rule, b.stage, b.rule)
	}
	if !strings.Contains(f.Cause, b.cause) || f.Fix == "" {
		t.Errorf("cause %q, fix %q; want %q in the cause", f.Cause, f.Fix, b.cause)
	}
	if !strings.Contains(instruction(r.Dockerfile, f.Line), b.text) {
		t.Errorf("line %d, wanted one with %q", f.Line, b.text)
	}
	if b.field != "" && f.Field != b.field {
		t.Errorf("field %q, want %q", f.Field, b.field)
	}
	if t.Failed() {
		t.Logf("%+v\n%s\n%s", f, strings.Join(f.Log, "\n"), r.Dockerfile)
	}
}

// instruction is what begins on a line, with the lines it goes on in.
func instruction(dockerfile string, line int) string {
	lines := strings.Split(dockerfile, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	end := line
	for end < len(lines) && strings.HasSuffix(lines[end-1], "\\") {
		end++
	}
	return strings.Join(lines[line-1:end], "\n")
}
