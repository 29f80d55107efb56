package dockerfile

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDockerSteps(t *testing.T) {
	for name, c := range map[string]struct {
		file string
		want []string // words joined by a space, "?" before what may not be run
	}{
		"joined":      {"RUN apt-get update && \\\n  # a remark\n  apt-get install -y \\\n    git=1:2 ffmpeg", []string{"apt-get update", "apt-get install -y git=1:2 ffmpeg"}},
		"argument":    {"ARG DB=sqlite,mysql\nRUN cargo build --features ${DB}", []string{"cargo build --features sqlite,mysql"}},
		"unknown":     {"RUN go build -tags=\"${TAGS}\" .", []string{"go build -tags=${TAGS} ."}},
		"assignment":  {"RUN CGO_ENABLED=0 GOOS=linux go build .", []string{"go build ."}},
		"substituted": {"RUN A=\"$(command -v \"$(b)-c\")\" xx-cargo build", []string{"xx-cargo build"}},
		"condition":   {"RUN if [ \"$X\" = y ]; then make a; else make b; fi && make c", []string{"?[ $X = y ]", "?make a", "?make b", "make c"}},
		"otherwise":   {"RUN make a || make b; make c", []string{"make a", "?make b", "make c"}},
		"subshell":    {"RUN (cd ui && npm run build) && echo $(date; ls)", []string{"cd ui", "npm run build", "echo $(date; ls)"}},
		"here":        {"RUN <<EOT\nset -e\nnpm ci\nEOT", []string{"set -e", "npm ci"}},
		"redirected":  {"RUN make >log 2>&1 && make b", []string{"make >log 2>&1", "make b"}},
		"mount":       {"RUN --mount=type=cache,target=/x npm ci", []string{"npm ci"}},
		"quoted":      {"RUN sh -c 'a && b' \"c d\"", []string{"sh -c a && b c d"}},
		"unclosed":    {"RUN echo 'a && b", []string{"echo a && b"}},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := Parse("FROM scratch\n" + c.file + "\n")
			var got []string
			for _, s := range d.Stages[0].Steps() {
				line := strings.Join(s.Words, " ")
				if s.Maybe {
					line = "?" + line
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestStagesThatLeadToAnImage(t *testing.T) {
	d, _ := Parse("FROM a AS ui\nFROM b AS base\nFROM base AS dev\nRUN pip install watchdog\nFROM c AS tools\nFROM base\nCOPY --from=ui /x /x\nRUN --mount=type=cache,target=/c --mount=type=bind,from=tools,source=/ make\n")
	var images []string
	for _, s := range d.Leading("") {
		images = append(images, s.Image)
	}
	if diff := cmp.Diff([]string{"base", "c", "b", "a"}, images); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if got := d.Leading("nowhere"); got != nil {
		t.Errorf("%+v", got)
	}
}

func TestDockerStepOptions(t *testing.T) {
	s := Step{Words: []string{"/opt/bin/poetry", "install", "-E", "pg", "-Eredis", "--extras=a b", "--only", "main"}}
	if s.Program() != "poetry" || !s.Has("install") || s.Has("poetry") {
		t.Errorf("program %q", s.Program())
	}
	if diff := cmp.Diff([]string{"pg", "redis", "a b"}, s.Options("-E", "--extras")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func FuzzDockerSteps(f *testing.F) {
	f.Add("a && b || (c; \"d $E\") # f\nif g; then h${i:-j}; fi")
	f.Fuzz(func(t *testing.T, script string) {
		stage := Stage{Args: []Var{{"E", script, 1}}, Runs: []Run{{Script: script, Line: 1}}}
		for _, s := range stage.Steps() {
			if len(s.Words) == 0 || s.Line != 1 {
				t.Fatalf("%+v", s)
			}
			s.Program()
			s.Options("-t", "--tags")
		}
	})
}
