package prove

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// stageLines maps BuildKit's "[build 3/6]" to a line of the Dockerfile.
type stageLines map[string][]int // stage name to the lines of its counted instructions

// counted are the instructions that BuildKit numbers: those that make or
// change a file system (frontend/dockerfile/dockerfile2llb).
var counted = map[string]bool{"from": true, "workdir": true, "copy": true, "add": true, "run": true}

func linesOf(dockerfile string) stageLines {
	out := stageLines{}
	tree, err := parser.Parse(strings.NewReader(dockerfile))
	if err != nil {
		return out // the build will say what is wrong with it
	}
	stage, n := "", 0
	for _, node := range tree.AST.Children {
		word := strings.ToLower(node.Value)
		if word == "from" {
			stage = "stage-" + strconv.Itoa(n)
			n++
			if fields := strings.Fields(node.Original); len(fields) >= 4 && strings.EqualFold(fields[len(fields)-2], "as") {
				stage = fields[len(fields)-1]
			}
		}
		if counted[word] {
			out[stage] = append(out[stage], node.StartLine)
		}
	}
	return out
}

// starts reports whether a Dockerfile's final stage says itself what is
// started.
func starts(dockerfile string) bool {
	tree, err := parser.Parse(strings.NewReader(dockerfile))
	if err != nil {
		return false
	}
	said := false
	for _, node := range tree.AST.Children {
		switch strings.ToLower(node.Value) {
		case "from":
			said = false
		case "cmd", "entrypoint":
			said = true
		}
	}
	return said
}

// lastFrom is the line that the final stage begins with.
func (s stageLines) lastFrom() int {
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

// of finds a vertex's stage and line; 0 where it is none of the Dockerfile's.
func (s stageLines) of(vertex string) (stage string, line int) {
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
