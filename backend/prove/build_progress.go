package prove

import (
	"maps"
	"slices"
	"strings"

	"github.com/moby/buildkit/client"
	digest "github.com/opencontainers/go-digest"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/printed"
	"aipack/backend/prove/steps"
)

// follower turns BuildKit's stream of vertices into the report's steps.
type follower struct {
	report *Report
	lines  steps.Lines
	sink   func(Progress)
	mask   *strings.Replacer // hides the build's secrets; nil where there are none
	rest   map[int]string    // what a step printed since its last whole line, where something is hidden
	index  map[digest.Digest]int
	seen   map[digest.Digest]string // the state last told
	logs   map[int]*stepLog
}

func newFollower(report *Report, text export.Text, mask *strings.Replacer, sink func(Progress)) *follower {
	return &follower{
		report: report, lines: steps.Of(text.Content), sink: sink, mask: mask, rest: map[int]string{},
		index: map[digest.Digest]int{}, seen: map[digest.Digest]string{}, logs: map[int]*stepLog{},
	}
}

// stepLog is what one step printed; both of its streams go into it.
type stepLog struct {
	*printed.Tape
	stream int
}

func (f *follower) follow(status <-chan *client.SolveStatus) {
	for s := range status {
		for _, v := range s.Vertexes {
			f.vertex(v)
		}
		for _, l := range s.Logs {
			f.log(l)
		}
		for _, w := range s.Warnings {
			line := 0
			if len(w.Range) > 0 {
				line = int(w.Range[0].Start.Line)
			}
			f.report.Warnings = append(f.report.Warnings, Warning{Line: line, Message: string(w.Short)})
		}
	}
	for _, i := range slices.Sorted(maps.Keys(f.rest)) {
		if f.rest[i] != "" && f.sink != nil {
			f.tell(i, f.rest[i])
		}
	}
	for i, l := range f.logs {
		lines := l.Lines()
		for j := range lines {
			lines[j] = f.clean(lines[j])
		}
		f.report.Steps[i].Log = lines
	}
}

// vertex takes one message about a step; the same one arrives several times.
func (f *follower) vertex(v *client.Vertex) {
	state := stateOf(v)
	last := f.seen[v.Digest]
	if last == state || state == "waiting" || internal(v.Name) {
		return
	}
	// What comes out of the cache once more, when the layers are weighed, was
	// still done by this build.
	if last == "done" || last == "cached" || last == "failed" {
		return
	}
	f.seen[v.Digest] = state
	i, known := f.index[v.Digest]
	if !known {
		i = len(f.report.Steps)
		f.index[v.Digest] = i
		stage, line := f.lines.At(v.Name)
		f.report.Steps = append(f.report.Steps, Step{Name: v.Name, Stage: stage, Line: line})
	}
	step := &f.report.Steps[i]
	step.State, step.Error = state, f.clean(v.Error)
	if v.Started != nil && v.Completed != nil {
		step.DurationMS = v.Completed.Sub(*v.Started).Milliseconds()
	}
	if f.sink != nil {
		told := *step
		told.Log = nil
		f.sink(Progress{Service: f.report.called, Step: &told, Index: i})
	}
}

func stateOf(v *client.Vertex) string {
	switch {
	case v.Error != "":
		return "failed"
	case v.Completed != nil && v.Cached:
		return "cached"
	case v.Completed != nil:
		return "done"
	case v.Started != nil:
		return "running"
	}
	return "waiting"
}

// internal are steps that say nothing to a user.
func internal(name string) bool {
	return strings.HasPrefix(name, "[internal]") || strings.HasPrefix(name, "mkfile ") || strings.HasPrefix(name, "docker-image://")
}

func (f *follower) log(l *client.VertexLog) {
	i, known := f.index[l.Vertex]
	if !known {
		return
	}
	kept := f.logs[i]
	if kept == nil {
		kept = &stepLog{Tape: printed.New(stepBytes)}
		f.logs[i] = kept
	}
	if l.Stream != kept.stream && !kept.Ended() {
		kept.Add([]byte{'\n'}) // the other stream broke into a line
	}
	kept.stream = l.Stream
	kept.Add(l.Data)
	if f.sink == nil {
		return
	}
	if printed := f.whole(i, strings.ToValidUTF8(string(l.Data), "?")); printed != "" {
		f.tell(i, printed)
	}
}

func (f *follower) tell(i int, text string) {
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		f.sink(Progress{Service: f.report.called, Index: i, Log: f.clean(printed.Shown(line))})
	}
}

// clean hides the build's secrets in a text.
func (f *follower) clean(text string) string {
	if f.mask == nil {
		return text
	}
	return f.mask.Replace(text)
}

// whole gives what a step has printed up to the end of a line, so that no secret
// is told in two halves, which nobody would recognise.
func (f *follower) whole(i int, printed string) string {
	if f.mask == nil {
		return printed
	}
	printed = f.rest[i] + printed
	end := strings.LastIndexByte(printed, '\n') + 1
	if len(printed)-end > mostRest {
		end = len(printed)
	}
	f.rest[i] = printed[end:]
	return printed[:end]
}

// mostRest bounds what is held back of a line that does not end.
const mostRest = 64 << 10
