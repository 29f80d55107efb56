package extract

import (
	"cmp"
	"slices"
	"strconv"

	"aipack/backend/base/finding"
	"aipack/backend/detect/deployment"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// How much each source of a port is believed, beside what deployment files are. A
// command that is going to be run beats what other files say about it.
const (
	commandConfidence = 0.96
	dotenvConfidence  = 0.82
	entryConfidence   = 0.78 // a literal in a file where programs start
	sourceConfidence  = 0.62
)

// Ports finds where the service listens. more are further candidates: the
// language's own answer, the framework's default. The most believed wins. Of
// equals those of more do: they know how the program is run. Then a port that
// two sources name goes before one that only one of them does.
func (f *Facts) Ports(more ...finding.Finding[int]) finding.Finding[int] {
	all := f.portsOfCommand()
	all = append(all, f.DeployedPorts()...)
	all = append(all, f.portsOfDotenv()...)
	all = append(all, f.portsOfSources()...)
	exposes := slices.ContainsFunc(all, func(c finding.Finding[int]) bool {
		return c.Value != deployment.TLSPort && c.Confidence >= deployment.ExposeConfidence
	})
	for i := range all {
		if besidePorts[all[i].Value] || all[i].Value == deployment.TLSPort && exposes {
			all[i].Confidence = max(all[i].Confidence-besideDoubt, deployment.ProxyConfidence)
		}
	}
	doubtBeside(all, more, f.Fixed)
	return strongest(more, all, strconv.Itoa)
}

// doubtBeside lowers what stands beside the port that the program was followed
// to, where a container file or a composition names both: the others are of other
// protocols, of developers, of what measures. So it is where the sources open that port
// whatever they are told: a number in a container file changes nothing of it.
func doubtBeside(all, more []finding.Finding[int], fixed int) {
	for _, own := range more {
		named := slices.ContainsFunc(all, func(c finding.Finding[int]) bool {
			return c.Value == own.Value && c.Confidence >= deployment.ExposeConfidence
		})
		if own.Confidence < finding.Likely-0.06 || !named && own.Value != fixed {
			continue
		}
		for k := range all {
			if all[k].Value != own.Value && all[k].Confidence >= deployment.ExposeConfidence-0.03 && all[k].Confidence < commandConfidence {
				all[k].Confidence -= besideDoubt
			}
		}
		return
	}
}

// besidePorts are those that IANA's registry gives to file transfer, SSH, mail
// and names: a program that serves people offers them beside its own, as a
// forge does with SSH. They count where nothing else is known.
var besidePorts = map[int]bool{20: true, 21: true, 22: true, 23: true, 25: true, 53: true, 110: true, 143: true, 465: true, 587: true, 993: true, 995: true}

const besideDoubt = 0.3

// strongest orders candidates and lets the first win.
func strongest[T comparable](more, own []finding.Finding[T], text func(T) string) finding.Finding[T] {
	named := map[T]map[string]bool{}
	for _, c := range own {
		if named[c.Value] == nil {
			named[c.Value] = map[string]bool{}
		}
		if len(c.Evidence) > 0 {
			named[c.Value][c.Evidence[0].Rule] = true
		}
	}
	slices.SortStableFunc(own, func(a, b finding.Finding[T]) int { return len(named[b.Value]) - len(named[a.Value]) })
	all := slices.Concat(more, own)
	slices.SortStableFunc(all, func(a, b finding.Finding[T]) int { return cmp.Compare(b.Confidence, a.Confidence) })
	won := finding.First(text, all...)
	won.Evidence = slices.Clone(won.Evidence)
	for _, c := range all {
		if c.Found() && c.Value == won.Value && len(c.Evidence) > 0 && len(won.Evidence) < 4 && !has(won.Evidence, c.Evidence[0]) {
			won.Evidence = append(won.Evidence, c.Evidence[0])
		}
	}
	won.Alternatives = distinct(won.Alternatives)
	return won
}

func has(list []finding.Evidence, e finding.Evidence) bool {
	for _, known := range list {
		if known.Path == e.Path && known.Line == e.Line && known.Rule == e.Rule {
			return true
		}
	}
	return false
}

// distinct keeps the strongest of each lost value.
func distinct(lost []finding.Alternative) []finding.Alternative {
	seen := map[string]bool{}
	var out []finding.Alternative
	for _, a := range lost {
		if !seen[a.Value] {
			seen[a.Value] = true
			out = append(out, a)
		}
	}
	return out
}

// portsOfCommand reads a port out of the command that starts the service.
func (f *Facts) portsOfCommand() []finding.Finding[int] {
	start := f.Project.Start
	if !start.Found() {
		start = f.Start().Start
	}
	port, fallback := deployment.PortOf(start.Value.Command)
	if port == 0 || len(start.Evidence) == 0 {
		return nil
	}
	confidence := commandConfidence
	if fallback {
		confidence = dotenvConfidence
	}
	why := start.Evidence[0]
	why.Rule = "port.command"
	return []finding.Finding[int]{finding.Of(port, confidence, why)}
}

// portVariables are the names under which a .env gives the port, in the order
// in which they are believed.
var portVariables = []string{"PORT", "SERVER_PORT", "APP_PORT", "HTTP_PORT", "API_PORT", "WEB_PORT", "LISTEN_PORT"}

func (f *Facts) portsOfDotenv() []finding.Finding[int] {
	var out []finding.Finding[int]
	dir := f.Project.Folder
	for _, name := range slices.Concat(deployment.EnvFiles, deployment.EnvExamples) {
		d, ok := deployment.Dotenv(dir, name)
		if !ok {
			continue
		}
		for i, variable := range append([]string{f.PortTold}, portVariables...) {
			e, _ := d.Named(variable)
			n := deployment.PortNumber(e.Value)
			if n == 0 {
				continue
			}
			confidence := dotenvConfidence
			if i > 1 {
				confidence = entryConfidence + 0.03 - float64(i-1)/1000
			}
			out = append(out, finding.Of(n, confidence, dir.Evidence("port.dotenv", name, e.Line, variable+"="+e.Value)))
		}
	}
	return out
}

// portsOfSources reads the languages' patterns where programs start, and only
// if that says nothing in other files.
func (f *Facts) portsOfSources() []finding.Finding[int] {
	patterns := func(l *language.Language) []language.Pattern { return l.PortUses }
	hits := f.Sources.Ask(source.Question{Patterns: patterns, Files: source.EntriesOnly, Maybe: hasNumber})
	if len(hits) == 0 {
		hits = f.Sources.Ask(source.Question{Patterns: patterns, Files: 32, Maybe: hasNumber})
	}
	var out []finding.Finding[int]
	for _, h := range hits {
		if len(h.Groups) < 2 || len(out) == 32 {
			continue
		}
		n := deployment.PortNumber(h.Groups[1])
		if n == 0 || deployment.IsDebugger(n) || !h.Entry && dialledPorts[n] {
			continue
		}
		confidence := sourceConfidence
		if h.Entry {
			confidence = entryConfidence
		}
		out = append(out, finding.Of(n, confidence, f.Sources.Evidence("port.source", h)))
	}
	return out
}

// dialledPorts are those of protocols that programs speak as clients (IANA's
// service names): away from where a program starts, such a number is what a
// connection falls back to, not what is listened on.
var dialledPorts = map[int]bool{
	21: true, 22: true, 25: true, 53: true, 80: true, 110: true, 143: true, 389: true, 443: true, 465: true, 587: true, 636: true, 993: true, 995: true,
	1433: true, 1521: true, 1883: true, 2379: true, 3306: true, 5432: true, 5672: true, 6379: true,
	8883: true, 9042: true, 9092: true, 9200: true, 11211: true, 27017: true,
}

// hasNumber reports whether two digits stand together.
func hasNumber(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i]-'0' < 10 && s[i-1]-'0' < 10 {
			return true
		}
	}
	return false
}
