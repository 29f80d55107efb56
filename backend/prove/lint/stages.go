package lint

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// parse gives a Dockerfile's stages, none where it does not parse.
func parse(dockerfile []byte) []instructions.Stage {
	ast, err := parser.Parse(bytes.NewReader(dockerfile))
	if err != nil {
		return nil
	}
	stages, _, err := instructions.Parse(ast.AST, linter.New(&linter.Config{}))
	if err != nil {
		return nil
	}
	return stages
}

// stages checks the names behind --from: BuildKit takes one that no stage has
// for an image and only fails when it pulls it.
func stages(all []instructions.Stage) []Finding {
	var found []Finding
	for _, s := range all {
		for _, c := range s.Commands {
			for _, from := range sourcesOf(c) {
				if f, bad := unknown(from, all); bad {
					f.Line = lineOf(c)
					found = append(found, f)
				}
			}
		}
	}
	return found
}

// sourcesOf gives the stages or images that an instruction takes files from.
func sourcesOf(c instructions.Command) []string {
	switch c := c.(type) {
	case *instructions.CopyCommand:
		if c.From != "" {
			return []string{c.From}
		}
	case *instructions.RunCommand:
		var from []string
		for _, m := range instructions.GetMounts(c) {
			if m.From != "" {
				from = append(from, m.From)
			}
		}
		return from
	}
	return nil
}

// unknown reports a name that is no stage and does not look like an
// image: an image has a tag, a digest or a path.
func unknown(from string, all []instructions.Stage) (Finding, bool) {
	for i, s := range all {
		if strings.EqualFold(s.Name, from) || strconv.Itoa(i) == from {
			return Finding{}, false // that it comes later is BuildKit's own finding
		}
	}
	if strings.ContainsAny(from, ":/@$") {
		return Finding{}, false
	}
	return Finding{Rule: "UnknownStage", Message: fmt.Sprintf("no stage is named %q, so it is taken for an image; write a tag if it is one", from)}, true
}

func lineOf(c instructions.Command) int {
	if at := c.Location(); len(at) > 0 {
		return at[0].Start.Line
	}
	return 0
}
