// Package lint checks Dockerfiles without an engine: BuildKit's own linter in
// this process, and what it leaves out because it looks at no files. It is a
// package of its own because linking BuildKit costs start-up time.
package lint

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/containerd/platforms"
	"github.com/moby/buildkit/client/llb"
	"github.com/moby/buildkit/client/llb/sourceresolver"
	"github.com/moby/buildkit/frontend/dockerfile/dockerfile2llb"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
	"github.com/moby/buildkit/frontend/dockerui"
	"github.com/moby/buildkit/solver/pb"
	"github.com/opencontainers/go-digest"
	ocispecs "github.com/opencontainers/image-spec/specs-go/v1"
)

// ParseError is the rule of a file with which no builder gets further.
const ParseError = "ParseError"

// Finding is one remark about a Dockerfile.
type Finding struct {
	Line    int    `json:"line"` // from 1; 0 where it is about the whole file
	Rule    string `json:"rule"` // BuildKit's name, or ours: UnknownStage, MissingSource, IgnoredSource, Swelling, TooMany, ParseError
	Message string `json:"message"`
	URL     string `json:"url,omitempty"`
	Error   bool   `json:"error,omitempty"` // the build cannot work
}

// Report is what a check comes to.
type Report struct {
	Findings []Finding `json:"findings"` // in the order of their lines
	Sources  []Source  `json:"sources"`  // what COPY and ADD take from the build context
}

// Checker is Check, wherever that is done: Check itself where the text is ours, an
// apart.Checker where a stranger may have written it.
type Checker func(ctx context.Context, dockerfile []byte) (Report, error)

// MostBytes is how large a Dockerfile may be that is checked.
const MostBytes = 1 << 20

// Check runs BuildKit's linter (the rules of `docker build --check`) and checks
// the names of stages. An error is returned only when ctx ends; a file that does not
// parse is a finding.
//
// BuildKit's linter holds every value that ENV and ARG come to, and does not hear of
// ctx: 1 KB of text can take all memory of a computer. What grows by itself is
// refused before (swells); for the rest see lint/apart.
func Check(ctx context.Context, dockerfile []byte) (Report, error) {
	if f, swells := swelling(string(dockerfile)); swells {
		return Report{Findings: []Finding{f}}, nil
	}
	found, err := remarks(ctx, dockerfile)
	if err != nil {
		return Report{}, err
	}
	all := parse(dockerfile)
	found = append(found, stages(all)...)
	sortFindings(found)
	return Report{Findings: few(found), Sources: sources(all)}, nil
}

// The most that is said of one file.
const (
	mostFindings = 500
	mostMessage  = 1000 // bytes
)

// few leaves off what nobody reads to the end.
func few(found []Finding) []Finding {
	if more := len(found) - mostFindings; more > 0 {
		found = append(found[:mostFindings:mostFindings], Finding{Rule: "TooMany", Message: fmt.Sprintf("%d more remarks are not listed", more)})
	}
	for i, f := range found {
		if len(f.Message) > mostMessage {
			found[i].Message = strings.ToValidUTF8(f.Message[:mostMessage], "") + "…"
		}
	}
	return found
}

func remarks(ctx context.Context, dockerfile []byte) ([]Finding, error) {
	p := ocispecs.Platform{OS: "linux", Architecture: platforms.DefaultSpec().Architecture}
	result, err := dockerfile2llb.DockerfileLint(ctx, dockerfile, dockerfile2llb.ConvertOpt{
		Config: dockerui.Config{BuildPlatforms: []ocispecs.Platform{p}},
		// Without a definition BuildKit 0.33 dereferences nil.
		SourceMap:      &llb.SourceMap{Definition: &llb.Definition{}, Filename: "Dockerfile", Language: "Dockerfile", Data: dockerfile},
		TargetPlatform: &p,
		MetaResolver:   offline{},
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return []Finding{parseFailure(err)}, nil
	}
	var found []Finding
	for _, w := range result.Warnings {
		found = append(found, Finding{Line: firstLine(w.Location), Rule: w.RuleName, Message: w.Detail, URL: w.URL})
	}
	if result.Error != nil {
		found = append(found, unparsed(firstLine(&result.Error.Location), result.Error.Message))
	}
	return found, nil
}

func firstLine(l *pb.Location) int {
	if l == nil || len(l.Ranges) == 0 {
		return 0
	}
	return int(l.Ranges[0].Start.Line)
}

func sortFindings(found []Finding) {
	slices.SortStableFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
}

// parseFailure makes a finding of an error that carries its line.
func parseFailure(err error) Finding {
	line := 0
	var at *parser.LocationError
	if errors.As(err, &at) && len(at.Locations) > 0 && len(at.Locations[0]) > 0 {
		line = at.Locations[0][0].Start.Line
	}
	return unparsed(line, err.Error())
}

// unparsed is the finding of a line with which no builder gets further. The line is
// said apart, so BuildKit's words do not begin with it.
func unparsed(line int, message string) Finding {
	message = strings.TrimPrefix(message, fmt.Sprintf("dockerfile parse error on line %d: ", line))
	return Finding{Line: line, Rule: ParseError, Message: message, Error: true}
}

// offline answers every image with an empty configuration, so that no
// registry is asked.
type offline struct{}

func (offline) ResolveImageConfig(_ context.Context, ref string, _ sourceresolver.Opt) (string, digest.Digest, []byte, error) {
	config, err := json.Marshal(ocispecs.Image{
		Platform: platforms.DefaultSpec(),
		Config:   ocispecs.ImageConfig{Env: []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}},
	})
	return ref, digest.FromBytes(config), config, err
}
