package phase

import (
	"fmt"
	"regexp"
	"sync"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// kindQuestion asks whether a program serves, works or ends. A library is no
// answer: taking a service away could only make a result worse.
func kindQuestion(s *pipeline.ServiceContext) pipeline.Question {
	sure := kindSure(s)
	return pipeline.Question{
		Field: "/metadata/kind", Form: pipeline.Text, Judged: true, Confidence: sure,
		Ask: fmt.Sprintf("What is the %s program in %s: web (answers requests on a port), worker (runs for ever without a port: a bot, a queue's consumer, a scheduler) or cli (does its work and ends)? "+
			"Quote the line of its source that shows it.", s.Language.Name, s.Path),
		Candidates: []finding.Alternative{{Value: string(s.Kind), Confidence: sure}},
		Files:      func() []string { return worthReading(s.Project) },
		Check:      func(a pipeline.Advice) error { return kindOfProgram(s.Project, a) },
		Take:       func(a pipeline.Advice) bool { return takeKind(s, sure, a) },
	}
}

// kindSure is how sure the rules are of the kind. Web is what they say where
// nothing says anything.
func kindSure(s *pipeline.ServiceContext) float64 {
	f, known := s.KnownFramework()
	switch {
	case s.Kind != universalbuild.Web, s.Claim.Kind != "", known && f.Kind != "":
		return finding.Likely
	case s.Facts != nil && s.Facts.Start().Web():
		return finding.Likely
	}
	return max(s.Port.Confidence, finding.Unsure)
}

// takeKind lets an answer win over doubt, or over anything where the user says
// it. A program that serves nobody has no port.
func takeKind(s *pipeline.ServiceContext, sure float64, a pipeline.Advice) bool {
	if !a.User && sure >= pipeline.Doubtful {
		return false
	}
	s.Said = finding.Finding[string]{Value: a.Text, Confidence: a.Confidence, Source: sourceOf(a), Evidence: a.Evidence}
	if s.Kind = universalbuild.Kind(a.Text); s.Kind != universalbuild.Web {
		s.Port = finding.Finding[int]{}
		filled(s, noPort(s))
	}
	return true
}

// sourceOf says whose word an answer is.
func sourceOf(a pipeline.Advice) finding.Source {
	if a.User {
		return finding.User
	}
	return finding.Model
}

// kindOfProgram holds a kind against the line that is to show it. Where a
// source listens, the program serves, whatever else it does.
func kindOfProgram(p *language.Project, a pipeline.Advice) error {
	sign, ok := kindSigns()[universalbuild.Kind(a.Text)]
	if !ok {
		return fmt.Errorf("%q is none of web, worker and cli", shown(a.Text))
	}
	if a.User {
		return nil
	}
	shows := false
	for _, e := range a.Evidence {
		shows = shows || ownSource(p, e.Path) && !remark(e.Excerpt) && sign.MatchString(e.Excerpt)
	}
	if !shows {
		return fmt.Errorf("the quoted line is no source that shows that the program is a %s", a.Text)
	}
	if name := listener(p); name != "" && a.Text != string(universalbuild.Web) {
		return fmt.Errorf("%s listens for connections, so the program is web", name)
	}
	return nil
}

// kindSigns are words that programs of a kind have in their sources.
var kindSigns = sync.OnceValue(func() map[universalbuild.Kind]*regexp.Regexp {
	return map[universalbuild.Kind]*regexp.Regexp{
		universalbuild.Web:    serves(),
		universalbuild.Worker: regexp.MustCompile(`(?i)consum|subscri|queue|cron|schedul|poll|\bworkers?\b|\bjobs?\b|\bbot\b|every\(|setInterval|sleep\(|Ticker`),
		universalbuild.CLI:    regexp.MustCompile(`(?i)argparse|argument_?parser|getopt|option_?parser|\bclick\b|\btyper\b|\bcobra\b|\bclap\b|commander|yargs|flag\.(Parse|String|Int|Bool)|process\.argv|sys\.argv|os\.Args|\bARGV\b|\$argv|String\[\] ?args`),
	}
})

var serves = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\blisten|\.accept\(|create_?server|\bbind\(|serve_?forever|http\.?server|\bserve\(|app\.run\(|ListenAndServe|run_?server`)
})

// mostListeners is how many sources are searched for one that listens.
const mostListeners = 40

// listener finds a source of the project that waits for connections.
func listener(p *language.Project) string {
	names := beginnings(p)
	for _, name := range names[:min(len(names), mostListeners)] {
		if text, err := p.Reader().Repo.ReadText(name); err == nil && ownSource(p, name) && serves().MatchString(text) {
			return name
		}
	}
	return ""
}
