package main

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

// marks are what figures stand between.
type marks struct{ begin, end string }

var (
	proofMarks = marks{"<!-- make bench-real writes from here -->", "<!-- make bench-real writes to here -->"}
	scoreMarks = marks{"<!-- make score-real writes from here -->", "<!-- make score-real writes to here -->"}
)

// unlabelled is the ecosystem of what nobody has labelled.
const unlabelled = "not labelled"

// withDatabase is the group of what needs one by its label.
const withDatabase = "with a database"

// entry is an application with what came of it.
type entry struct {
	folder
	first, fixed *row // nil: not proved; not proved again
}

func (e entry) ecosystem() string {
	if e.label.Ecosystem == "" {
		return unlabelled
	}
	return e.label.Ecosystem
}

// last is the verdict in the end.
func (e entry) last() *row {
	if e.fixed != nil {
		return e.fixed
	}
	return e.first
}

// versions names the program that was measured, and those whose results stand
// beside its own.
func versions(all []entry, measured string) string {
	earlier := map[string]int{}
	for _, e := range all {
		if e.first != nil && e.first.Version != measured {
			earlier[e.first.Version]++
		}
	}
	text := measured
	for _, v := range slices.Sorted(maps.Keys(earlier)) {
		text += fmt.Sprintf(" (%d of them with %s)", earlier[v], v)
	}
	return text
}

// table writes down what is known of all folders, in the order of ecosystem and
// name, whatever the order in which they were proved.
func table(folders []folder, done map[key]row, o options, version string) string {
	var seen, hidden []entry
	for _, f := range folders {
		e := entry{folder: f}
		if r, ok := done[key{f.label.Name(), f.label.Commit, false}]; ok {
			e.first = &r
		}
		if r, ok := done[key{f.label.Name(), f.label.Commit, true}]; ok && e.first != nil && r.Version == e.first.Version {
			e.fixed = &r
		}
		if f.label.Set == unseen {
			hidden = append(hidden, e)
		} else {
			seen = append(seen, e)
		}
	}
	byEcosystem := func(a, b entry) int {
		return cmp.Or(strings.Compare(a.ecosystem(), b.ecosystem()), strings.Compare(a.label.Name(), b.label.Name()))
	}
	slices.SortStableFunc(seen, byEcosystem)
	slices.SortStableFunc(hidden, byEcosystem)
	var b strings.Builder
	fmt.Fprintf(&b, "Measured %s with aipack %s on %d cores, %d applications at a time, at most %s each. A proof is a whole `aipack-engine prove` of all services of the\n"+
		"application, with a browser where there is one; it is as good as its worst service. Caches were as the proofs before had left them. MB: all images of the application, unpacked.\n\n",
		time.Now().UTC().Format(time.DateOnly), versions(append(slices.Clone(seen), hidden...), version), runtime.NumCPU(), o.side, o.limit)
	b.WriteString(totals(seen))
	if len(hidden) > 0 {
		b.WriteString("\nThe unseen set, at which nobody looked who wrote rules:\n\n" + totals(hidden))
	}
	b.WriteString(lines(seen))
	return b.String()
}

// sums is a line of the totals.
type sums struct {
	applications, cannot, open int
	verdicts                   map[string]int
	good                       int // proven or ran in the end, with --fix where that was needed
	fixed                      bool
	seconds                    []float64
	megabytes                  []int64
	classes, reasons           map[string]int
}

func (s *sums) add(e entry) {
	s.applications++
	switch {
	case e.first == nil && e.label.Cannot != "":
		s.cannot++
		s.reasons[e.label.Cannot]++
		return
	case e.first == nil:
		s.open++
		return
	}
	s.verdicts[e.first.Verdict]++
	s.seconds = append(s.seconds, e.first.Seconds)
	if n := e.first.megabytes(); n > 0 {
		s.megabytes = append(s.megabytes, n)
	}
	if v := e.last().Verdict; v == proven || v == ran {
		s.good++
	}
	s.fixed = s.fixed || e.fixed != nil
	if v := e.first.Verdict; v != proven && v != ran && v != incomplete {
		s.classes[e.first.class()]++
	}
}

func totals(entries []entry) string {
	groups := map[string]*sums{}
	var names []string
	add := func(name string, e entry) {
		if groups[name] == nil {
			groups[name] = &sums{verdicts: map[string]int{}, classes: map[string]int{}, reasons: map[string]int{}}
			names = append(names, name)
		}
		groups[name].add(e)
	}
	for _, e := range entries {
		add(e.ecosystem(), e)
	}
	for _, e := range entries {
		if e.label.Databases() {
			add(withDatabase, e)
		}
	}
	for _, e := range entries {
		add("all", e)
	}
	var b strings.Builder
	b.WriteString("| ecosystem | applications | not buildable here | proven | ran | incomplete | failed | proven or ran | with --fix | median s | median MB |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, name := range names {
		s := groups[name]
		tried := s.applications - s.cannot - s.open
		good := s.verdicts[proven] + s.verdicts[ran]
		fixed := "–"
		if s.fixed {
			fixed = percent(s.good, tried)
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %s | %s | %s | %s |\n", name, s.applications, s.cannot,
			s.verdicts[proven], s.verdicts[ran], s.verdicts[incomplete], tried-good-s.verdicts[incomplete],
			percent(good, tried), fixed, middle(s.seconds, "%.0f"), middle(s.megabytes, "%d"))
	}
	b.WriteString("\n")
	for _, name := range names {
		if s := groups[name]; len(s.classes)+len(s.reasons)+s.open > 0 && name != "all" && name != withDatabase {
			fmt.Fprintf(&b, "* %s: %s\n", name, s.told())
		}
	}
	return b.String()
}

// told says why applications of an ecosystem are not proven.
func (s *sums) told() string {
	var parts []string
	if len(s.classes) > 0 {
		parts = append(parts, "failed: "+counted(s.classes))
	}
	if len(s.reasons) > 0 {
		parts = append(parts, "not buildable here: "+counted(s.reasons))
	}
	if s.open > 0 {
		parts = append(parts, fmt.Sprintf("not tried yet: %d", s.open))
	}
	return strings.Join(parts, "; ")
}

func counted(list map[string]int) string {
	names := make([]string, 0, len(list))
	for name := range list {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(list[b], list[a]), strings.Compare(a, b)) })
	for i, name := range names {
		names[i] = fmt.Sprintf("%s (%d)", cell(name), list[name])
	}
	return strings.Join(names, ", ")
}

func percent(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d, %d %%", part, whole, part*100/whole)
}

func middle[T cmp.Ordered](list []T, form string) string {
	if len(list) == 0 {
		return "–"
	}
	slices.Sort(list)
	return fmt.Sprintf(form, list[len(list)/2])
}

// lines tells of every application.
func lines(entries []entry) string {
	var b strings.Builder
	b.WriteString("\n| application | | verdict | with --fix | s | MB | ran beside it | cause |\n|---|---|---|---|---|---|---|---|\n")
	for _, e := range entries {
		verdict, fixed, seconds, size, beside, why := "not tried", "", "", "", "", ""
		switch {
		case e.first != nil:
			verdict, seconds, why = words(e.first.Verdict), fmt.Sprintf("%.0f", e.first.Seconds), e.first.why()
			if n := e.first.megabytes(); n > 0 {
				size = fmt.Sprint(n)
			}
			beside = strings.Join(e.last().stores(), ", ")
		case e.label.Cannot != "":
			verdict, why = "not buildable here", e.label.Cannot
		}
		if e.fixed != nil {
			fixed = words(e.fixed.Verdict)
			if text := e.fixed.why(); text != "" {
				why = text
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", e.label.Name(), e.ecosystem(), verdict, fixed, seconds, size, cell(beside), cell(why))
	}
	return b.String()
}

func words(verdict string) string { return strings.ReplaceAll(verdict, "_", " ") }

// mostCell is how much of a cause stands in the table.
const mostCell = 140

var harmless = strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;", "`", "'", "*", `\*`, "_", `\_`)

// cell makes text of others fit for a table.
func cell(text string) string {
	if list := []rune(text); len(list) > mostCell {
		text = string(list[:mostCell]) + "…"
	}
	return harmless.Replace(text)
}

// write replaces what stands between the marks.
func write(file string, m marks, text string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(b), m.begin)
	_, after, also := strings.Cut(rest, m.end)
	if !ok || !also {
		return fmt.Errorf("%s has no place for the figures (%s)", file, m.begin)
	}
	return os.WriteFile(file, []byte(before+m.begin+"\n\n"+text+"\n"+m.end+after), 0o644)
}
