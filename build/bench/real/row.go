package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode"
)

// Verdicts of an application: those of a proof, and two of our own.
const (
	proven     = "proven"
	ran        = "ran"
	incomplete = "incomplete"
	failed     = "failed"
	stopped    = "stopped"
	notBuilt   = "not_built"
	nothing    = "nothing"    // no service was found
	overLimit  = "over_limit" // ended by us
)

// severity orders them: an application is as good as its worst service.
var severity = []string{ran, proven, incomplete, stopped, failed, notBuilt}

// row is what one proof of one application came to: a line of the file.
type row struct {
	Application string   `json:"application"`
	Commit      string   `json:"commit"`
	Version     string   `json:"version"`
	Fix         bool     `json:"fix,omitempty"`
	Verdict     string   `json:"verdict"`
	Seconds     float64  `json:"seconds"`
	Services    []proved `json:"services,omitempty"`
	Problem     string   `json:"problem,omitempty"` // what was said where there is no report
}

// proved is one service of it.
type proved struct {
	Path    string  `json:"path"`
	Verdict string  `json:"verdict"`
	Seconds float64 `json:"seconds"`
	MB      int64   `json:"mb,omitempty"` // of its image, unpacked
	Stage   string  `json:"stage,omitempty"`
	Rule    string  `json:"rule,omitempty"`
	Class   string  `json:"class,omitempty"` // whose matter the failure is
	Cause   string  `json:"cause,omitempty"`
	Kept    int     `json:"kept,omitempty"` // edits that helped

	Stores []string `json:"stores,omitempty"` // data services that ran beside it
}

type key struct {
	application, commit string
	fix                 bool
}

func (r row) key() key { return key{r.Application, r.Commit, r.Fix} }

// report is what is read of `prove --format json`.
type report struct {
	Service, Verdict string
	Image            *struct {
		Size int64 `json:"size_bytes"`
	}
	Stores   []struct{ ID, State string }
	Failure  *struct{ Stage, Rule, Class, Cause string }
	Warnings []struct {
		Rule, Message string
		Loud          bool
	}
	Mending    *struct{ Tries []struct{ State string } }
	DurationMS int64 `json:"duration_ms"`
}

// take reads the reports of a proof. Without any, its exit code and the last
// that it said tell why.
func (r *row) take(said []byte, code int, problem string) {
	var reports []report
	if err := json.Unmarshal(said, &reports); err != nil || len(reports) == 0 {
		r.Verdict, r.Problem = failed, printable(problem)
		if code == nothingFound {
			r.Verdict = nothing
		}
		return
	}
	worst := 0
	for _, one := range reports {
		worst = max(worst, severityOf(one.Verdict))
		r.Services = append(r.Services, one.service())
	}
	r.Verdict = severity[worst]
	if r.Verdict == notBuilt {
		r.Problem = printable(problem)
	}
}

func (one report) service() proved {
	p := proved{Path: one.Service, Verdict: one.Verdict, Seconds: float64(one.DurationMS) / 1000}
	if one.Image != nil {
		p.MB = one.Image.Size / 1_000_000
	}
	if f := one.Failure; f != nil {
		p.Stage, p.Rule, p.Class, p.Cause = f.Stage, f.Rule, f.Class, printable(f.Cause)
	}
	for _, w := range one.Warnings {
		if one.Verdict == incomplete && w.Loud && strings.HasPrefix(w.Rule, "neighbour_") {
			p.Cause = printable(w.Message)
		}
	}
	for _, s := range one.Stores {
		if s.State == "well" {
			p.Stores = append(p.Stores, s.ID)
		}
	}
	if one.Mending != nil {
		for _, t := range one.Mending.Tries {
			if t.State == "kept" {
				p.Kept++
			}
		}
	}
	return p
}

// severityOf takes a verdict that it does not know for a failure.
func severityOf(verdict string) int {
	for i, v := range severity {
		if v == verdict {
			return i
		}
	}
	return severityOf(failed)
}

// mostCause is how much of a cause is kept: programs print what they like.
const mostCause = 300

// printable makes one line of a text that others wrote.
func printable(text string) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return ' '
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if list := []rune(text); len(list) > mostCause {
		return string(list[:mostCause]) + "…"
	}
	return text
}

// worst is the service that decided the verdict, nil for none.
func (r row) worst() *proved {
	for i := range r.Services {
		if r.Services[i].Verdict == r.Verdict {
			return &r.Services[i]
		}
	}
	return nil
}

// why says why an application is not proven, "" where it is.
func (r row) why() string {
	if r.Verdict == proven || r.Verdict == ran {
		return ""
	}
	w := r.worst()
	switch {
	case r.Problem != "" || w == nil:
		return r.Problem
	case w.Rule == "":
		return w.Cause
	}
	text := w.Stage + ", " + w.Rule + ": " + w.Cause
	if len(r.Services) > 1 {
		text = w.Path + ": " + text
	}
	return text
}

// class is what failures are counted by.
func (r row) class() string {
	if w := r.worst(); r.Verdict == failed && w != nil && w.Rule != "" {
		text := w.Stage + ": " + w.Rule
		if w.Class != "" && w.Class != "project" {
			text += " (" + w.Class + ")"
		}
		return text
	}
	return strings.ReplaceAll(r.Verdict, "_", " ")
}

// stores are the data services that ran beside its services.
func (r row) stores() []string {
	var list []string
	for _, s := range r.Services {
		list = append(list, s.Stores...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (r row) megabytes() (sum int64) {
	for _, s := range r.Services {
		sum += s.MB
	}
	return sum
}

// readRows reads what earlier runs came to with a program of one of the
// versions; the result of an earlier one in the list wins. A line that was cut
// off is as good as none.
func readRows(name string, versions []string) (map[key]row, error) {
	done := map[key]row{}
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if json.Unmarshal(lines.Bytes(), &r) != nil || r.Verdict == "" {
			continue
		}
		rank := slices.Index(versions, r.Version)
		if have, ok := done[r.key()]; rank >= 0 && (!ok || rank <= slices.Index(versions, have.Version)) {
			done[r.key()] = r
		}
	}
	return done, lines.Err()
}

// openRows opens the file to write at its end, on a line of its own.
func openRows(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.Size() > 0 {
		last := make([]byte, 1)
		if _, err = f.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			_, err = f.WriteString("\n")
		}
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
