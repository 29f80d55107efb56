package program

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/prove"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/learned"
	"aipack/backend/secret/conceal"
	"aipack/backend/store"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
)

// Insight is what is kept of proofs, tests, audits and repairs, over all projects.
type Insight struct {
	Proofs   ProofCount   `json:"proofs"`
	Tests    TestCount    `json:"tests"`
	Findings FindingCount `json:"findings"`
	Lessons  LessonCount  `json:"lessons"`
	Passed   int          `json:"passed"` // projects whose record could not be read
}

// ProofCount counts the proofs of the history by what they came to.
type ProofCount struct {
	Good   int `json:"good"` // proven, or ran and ended by itself
	Failed int `json:"failed"`
	Other  int `json:"other"` // stopped, not built, tried in part
}

// TestCount counts the projects' own tests, as they last ran.
type TestCount struct {
	Services int `json:"services"`
	Passed   int `json:"passed"`
	Failed   int `json:"failed"`
	Skipped  int `json:"skipped"`
}

// FindingCount counts what the newest audits found.
type FindingCount struct {
	Projects   int            `json:"projects"`
	BySeverity map[string]int `json:"by_severity"` // those that are open
	Ignored    int            `json:"ignored"`
}

// LessonCount counts what repairs have taught.
type LessonCount struct {
	Total  int `json:"total"`
	Helped int `json:"helped"` // how often one was kept
	Failed int `json:"failed"` // how often one was taken back
}

// insight counts what is kept. What cannot be read counts for nothing, and is said.
func (p *Program) insight() (Insight, error) {
	out := Insight{Findings: FindingCount{BySeverity: map[string]int{}}}
	for _, s := range audit.Severities {
		out.Findings.BySeverity[string(s)] = 0
	}
	verdicts, err := p.Store.Verdicts()
	if err != nil {
		return out, err
	}
	for verdict, n := range verdicts {
		switch v := prove.Verdict(verdict); {
		case v.Good():
			out.Proofs.Good += n
		case v == prove.Failed:
			out.Proofs.Failed += n
		default:
			out.Proofs.Other += n
		}
	}
	data := p.Page.About.Data
	out.Passed, err = projectdb.Each(data, func(db *projectdb.Database) error {
		tests, err := db.Tests()
		if err != nil {
			return err
		}
		for _, t := range tests {
			out.Tests.Services++
			out.Tests.Passed += t.Passed
			out.Tests.Failed += t.Failed
			out.Tests.Skipped += t.Skipped
		}
		found, err := audit.Current(db, p.Now())
		if err != nil || found.At.IsZero() {
			return err
		}
		out.Findings.Projects++
		for _, f := range found.Findings {
			if f.Ignored != nil {
				out.Findings.Ignored++
			} else {
				out.Findings.BySeverity[string(f.Severity)]++
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	lessons, err := learned.In(data, p.Now).List()
	for _, l := range lessons {
		out.Lessons.Total++
		out.Lessons.Helped += l.Helped
		out.Lessons.Failed += l.Failed
	}
	return out, err
}

// PrivateReport is the diagnostics as JSON with everything private taken out: names of
// projects and folders, paths, secrets. It can be handed on.
func (p *Program) PrivateReport() (string, error) {
	return page.Guard(p.Page, "Program.PrivateReport", func() (string, error) {
		d, err := p.diagnostics()
		if err != nil {
			return "", err
		}
		d.DataFolder, d.Database = "", ""
		names, err := p.names()
		if err != nil {
			return "", err
		}
		for i := range d.Runs {
			d.Runs[i].Name = fmt.Sprintf("project %d", 1+slices.Index(names, d.Runs[i].Name))
		}
		for i, line := range d.Log {
			d.Log[i] = nameless(line, names)
		}
		text, err := json.MarshalIndent(d, "", "  ")
		return string(text), err
	})
}

// names are those of the projects of the history, each once.
func (p *Program) names() (out []string, err error) {
	runs, _, err := p.Store.Runs(store.Filter{}, 0, mostTimed)
	for _, r := range runs {
		if !slices.Contains(out, r.Name) {
			out = append(out, r.Name)
		}
	}
	return out, err
}

// places are paths of this computer and addresses that name somebody's machine.
var places = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[A-Za-z]:\\[^\s"']+|\\\\[^\s"']+|(?:~|\.{0,2})(?:/[^\s"':,;()]+){2,}|[a-z+]+://[^\s"']+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+`)
})

// shortest is how long a project's name is at least that is taken out of a line: a shorter
// one stands in other words.
const shortest = 3

// nameless is a line without names, paths and secrets.
func nameless(line string, names []string) string {
	line = conceal.Text(line)
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		line = strings.ReplaceAll(line, home, "~")
	}
	line = places().ReplaceAllString(line, "«path»")
	for i, name := range names {
		if len(name) >= shortest {
			line = strings.ReplaceAll(line, name, fmt.Sprintf("project %d", i+1))
		}
	}
	return line
}
