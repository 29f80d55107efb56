package phase

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// question is what the questions of all phases share: what the rules found,
// what to read, and that an answer wins only over a doubtful one.
func question[T any](s *pipeline.ServiceContext, f *finding.Finding[T], text func(T) string, value func(pipeline.Advice) T) pipeline.Question {
	return pipeline.Question{
		Confidence: f.Confidence,
		Candidates: candidates(*f, text),
		Files:      func() []string { return worthReading(s.Project) },
		Take:       func(a pipeline.Advice) bool { return take(f, value(a), a, text) },
	}
}

// take lets an answer win over a doubtful finding, or over any where the user
// says it, and keeps it among the alternatives of any other.
func take[T any](f *finding.Finding[T], value T, a pipeline.Advice, text func(T) string) bool {
	if a.User || f.Confidence < pipeline.Doubtful {
		lost := candidates(*f, text)
		*f = finding.Finding[T]{Value: value, Confidence: a.Confidence, Source: finding.Model, Evidence: a.Evidence}
		if a.User {
			f.Source = finding.User
		}
		for _, l := range lost {
			if l.Value != a.Text {
				f.Alternatives = append(f.Alternatives, l)
			}
		}
		return true
	}
	if a.Text == text(f.Value) || slices.ContainsFunc(f.Alternatives, func(l finding.Alternative) bool { return l.Value == a.Text }) {
		return false
	}
	lost := finding.Alternative{Value: a.Text, Confidence: min(a.Confidence, f.Confidence)}
	if len(a.Evidence) > 0 {
		lost.Evidence = a.Evidence[0]
	}
	f.Alternatives = append(f.Alternatives, lost)
	return false
}

// candidates lists a finding's answer and what lost, strongest first.
func candidates[T any](f finding.Finding[T], text func(T) string) []finding.Alternative {
	if !f.Found() {
		return nil
	}
	won := finding.Alternative{Value: text(f.Value), Confidence: f.Confidence}
	if len(f.Evidence) > 0 {
		won.Evidence = f.Evidence[0]
	}
	return append([]finding.Alternative{won}, f.Alternatives...)
}

// filled drops what a service was said to lack, once an answer is there.
func filled(s *pipeline.ServiceContext, gap string) {
	s.Gaps = slices.DeleteFunc(s.Gaps, func(g string) bool { return g == gap })
}

// mostFiles is how many files a question names.
const mostFiles = 6

// sayMost are names of files that say how a project is run, best first. The
// notes that people write for agents come first among the texts.
var sayMost = []string{
	"Procfile", "Makefile", "makefile", "justfile", "Taskfile.yml", "AIPACK.md", "CRAFT.md", "AGENTS.md",
	"README.md", "README.rst", "README.txt", "README", ".env.example",
}

// worthReading lists the files of a project that are likely to answer a
// question about it: manifests, what says how it is run, and the sources that
// look like its beginning. A lock is long and says nothing of that.
func worthReading(p *language.Project) []string {
	locks := map[string]bool{}
	for _, m := range p.Language.Manifests {
		locks[m.Name] = m.Lock
	}
	var out []string
	for _, w := range p.Claim.Why {
		if w.Path != "" && !locks[path.Base(w.Path)] {
			out = append(out, w.Path)
		}
	}
	for _, m := range p.Language.Manifests {
		if !m.Lock && p.Has(m.Name) {
			out = append(out, p.Join(m.Name))
		}
	}
	for _, name := range sayMost {
		if p.Has(name) {
			out = append(out, p.Join(name))
		}
	}
	out = append(out, beginnings(p)...)
	out = unique(out)
	return out[:min(len(out), mostFiles)]
}

// beginnings lists source files near the project's root: those whose names are
// those of a program's beginning first, then the others, shallow ones first.
func beginnings(p *language.Project) []string {
	var named, others []string
	for _, f := range p.Reader().Index.Under(p.Path) {
		name := f.Name()
		if !slices.Contains(p.Language.Extensions, path.Ext(name)) || depth(f.Path)-depth(p.Path) > deepestSource {
			continue
		}
		stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
		if beginningNames[stem] {
			named = append(named, f.Path)
		} else {
			others = append(others, f.Path)
		}
	}
	for _, list := range [][]string{named, others} {
		sort.SliceStable(list, func(i, j int) bool { return shallower(list[i], list[j]) })
	}
	return append(named, others...)
}

var beginningNames = map[string]bool{
	"main": true, "app": true, "server": true, "index": true, "start": true, "run": true, "wsgi": true, "asgi": true,
	"program": true, "bot": true, "worker": true, "manage": true, "application": true, "config": true,
}
