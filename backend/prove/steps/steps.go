// Package steps finds the line of a Dockerfile that a step of BuildKit's was made
// from, by the step's name alone. It knows no builds.
package steps

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/manifest/dockerfile"
)

// Lines maps BuildKit's "[build 3/6]" to a line of the Dockerfile.
type Lines map[string][]int // stage name to the lines of its counted instructions

// counted are the instructions that BuildKit numbers: those that make or
// change a file system (frontend/dockerfile/dockerfile2llb).
var counted = map[string]bool{"FROM": true, "WORKDIR": true, "COPY": true, "ADD": true, "RUN": true}

// Of reads a Dockerfile, whatever it holds.
func Of(text string) Lines {
	out := Lines{}
	stage, n := "", 0
	for _, in := range dockerfile.Instructions(text) {
		if in.Name == "FROM" {
			stage = "stage-" + strconv.Itoa(n)
			n++
			if words := strings.Fields(in.Rest); len(words) >= 3 && strings.EqualFold(words[len(words)-2], "as") {
				stage = words[len(words)-1]
			}
		}
		if counted[in.Name] {
			out[stage] = append(out[stage], in.Line)
		}
	}
	return out
}

// Starts reports whether a Dockerfile's final stage says itself what is
// started.
func Starts(text string) bool {
	said := false
	for _, in := range dockerfile.Instructions(text) {
		switch in.Name {
		case "FROM":
			said = false
		case "CMD", "ENTRYPOINT":
			said = true
		}
	}
	return said
}

// LastFrom is the line that the final stage begins with.
func (s Lines) LastFrom() int {
	last := 0
	for _, lines := range s {
		last = max(last, lines[0])
	}
	return last
}

// place is "[build 3/6] RUN …" or, in a Dockerfile of one stage, "[3/6] RUN …".
var place = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\[(?:(\S+) )?\s*(\d+)/(\d+)\]`)
})

// At finds a vertex's stage and line; 0 where it is none of the Dockerfile's.
func (s Lines) At(vertex string) (stage string, line int) {
	m := place().FindStringSubmatch(vertex)
	if m == nil {
		return "", 0
	}
	stage = m[1]
	if stage == "" && len(s) == 1 {
		for only := range s {
			stage = only
		}
	}
	i, err := strconv.Atoi(m[2])
	if err != nil || i < 1 || i > len(s[stage]) {
		return stage, 0
	}
	return stage, s[stage][i-1]
}

// Instruction is that of a step, without the stage it stands in and the digest
// of its image, which the report names elsewhere.
func Instruction(name string) string {
	name = place().ReplaceAllString(name, "")
	if from, _, ok := strings.Cut(strings.TrimSpace(name), "@sha256:"); ok && strings.HasPrefix(from, "FROM ") {
		return from
	}
	return strings.TrimSpace(name)
}
