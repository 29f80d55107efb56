package phase

import (
	"context"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// Runtime finds the version of the language's runtime and the framework.
type Runtime struct{}

// Name is the phase's id.
func (Runtime) Name() string { return "runtime" }

// Execute asks the language; where nothing is declared, its default serves,
// with less confidence.
func (Runtime) Execute(_ context.Context, s *pipeline.ServiceContext) (pipeline.ServicePhaseResult, error) {
	settle(s.Project)
	for _, b := range s.Beside {
		settle(b)
	}
	words := []string{s.Language.Name}
	if s.Version.Value != "" {
		words = append(words, s.Version.Value)
	}
	if s.Framework.Found() {
		words = append(words, s.Framework.Value)
	}
	return pipeline.ServicePhaseResult{Result: strings.Join(words, " "), Confidence: s.Version.Confidence}, nil
}

func settle(p *language.Project) {
	l := p.Language
	if l.Version != nil {
		p.Version = l.Version(p)
	}
	if !p.Version.Found() {
		p.Version = builtWith(p)
	}
	if !p.Version.Found() && l.DefaultVersion != "" {
		p.Version = finding.Of(l.DefaultVersion, finding.Guess, finding.Evidence{Rule: l.ID + ".default_version"})
	}
	if l.Framework != nil {
		p.Framework = l.Framework(p)
	}
	if !p.Framework.Found() {
		p.Framework = byDependency(p)
	}
}

// builtWith takes the version of the image that the project's own container
// file builds on: what its authors use, where no manifest says it.
func builtWith(p *language.Project) finding.Finding[string] {
	if p.Language.ImageVersion == nil || p.Built.Path == "" {
		return finding.Finding[string]{}
	}
	for _, image := range p.Built.Images() {
		if v := p.Language.ImageVersion(p, image); v != "" {
			return finding.Of(v, finding.Likely, p.Built.At(p.Reader(), "dockerfile.from", image.Line, ""))
		}
	}
	return finding.Finding[string]{}
}

// byDependency takes the first framework of the language's list that the
// project declares; one marked as a library only where nothing else is.
func byDependency(p *language.Project) finding.Finding[string] {
	var found []finding.Finding[string]
	for _, libraries := range []bool{false, true} {
		for _, f := range p.Language.Frameworks {
			if f.Library != libraries {
				continue
			}
			d, ok := p.FirstUsed(f.Needs...)
			if !ok || d.Dev && f.Library {
				continue
			}
			found = append(found, finding.Of(f.Name, finding.Certain, finding.Evidence{
				Rule: p.Language.ID + ".framework", Path: d.Path, Line: d.Line, Excerpt: strings.TrimSpace(d.Name + " " + d.Version),
			}))
		}
	}
	return finding.First(func(s string) string { return s }, found...)
}
