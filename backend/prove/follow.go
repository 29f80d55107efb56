package prove

import (
	"strings"

	"github.com/moby/buildkit/client"
	digest "github.com/opencontainers/go-digest"

	"aipack/backend/export"
)

// follower turns BuildKit's stream of vertices into the report's steps.
type follower struct {
	report *Report
	lines  stageLines
	sink   func(Progress)
	index  map[digest.Digest]int
	seen   map[digest.Digest]string // the state last told
	logs   map[int]*stepLog
}

func newFollower(report *Report, text export.Text, sink func(Progress)) *follower {
	return &follower{
		report: report, lines: linesOf(text.Content), sink: sink,
		index: map[digest.Digest]int{}, seen: map[digest.Digest]string{}, logs: map[int]*stepLog{},
	}
}

// stepLog is what one step printed; both of its streams go into it.
type stepLog struct {
	*tape
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
	for i, l := range f.logs {
		f.report.Steps[i].Log = l.lines()
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
		stage, line := f.lines.of(v.Name)
		f.report.Steps = append(f.report.Steps, Step{Name: v.Name, Stage: stage, Line: line})
	}
	step := &f.report.Steps[i]
	step.State, step.Error = state, v.Error
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
		kept = &stepLog{tape: newTape(stepBytes)}
		f.logs[i] = kept
	}
	if l.Stream != kept.stream && !kept.ended() {
		kept.add([]byte{'\n'}) // the other stream broke into a line
	}
	kept.stream = l.Stream
	kept.add(l.Data)
	if f.sink == nil {
		return
	}
	for _, line := range strings.Split(strings.TrimRight(strings.ToValidUTF8(string(l.Data), "?"), "\n"), "\n") {
		f.sink(Progress{Service: f.report.called, Index: i, Log: line})
	}
}
