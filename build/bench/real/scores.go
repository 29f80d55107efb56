package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// unseen is the list whose misses are not told: what nobody has looked at
// measures what the rules are worth elsewhere.
const unseen = "unseen"

// scoreAll scans every labelled application and prints what it comes to.
func scoreAll(ctx context.Context, w io.Writer, o options, folders []folder) error {
	scores := make([]score, len(folders))
	problems := make([]error, len(folders))
	var wait sync.WaitGroup
	turn := make(chan struct{}, o.side)
	for i, f := range folders {
		if !f.labelled() {
			continue
		}
		wait.Go(func() {
			turn <- struct{}{}
			defer func() { <-turn }()
			docs, err := detect(ctx, o, f.dir)
			problems[i] = err
			scores[i] = scored(f.label, docs, scriptsOf(f.dir))
		})
	}
	wait.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	told := folders[:0:0]
	var shown []score
	for i, f := range folders {
		if problems[i] != nil {
			fmt.Fprintf(w, "%s: %v\n", f.label.Name(), problems[i])
		}
		if !f.labelled() {
			fmt.Fprintf(w, "%s: not labelled\n", f.label.Name())
			continue
		}
		told, shown = append(told, f), append(shown, scores[i])
	}
	printScores(w, o, told, shown)
	if o.out == "" {
		return nil
	}
	version, err := versionOf(ctx, o.program)
	if err != nil {
		return err
	}
	measured := fmt.Sprintf("Measured %s with aipack %s, rules alone.\n\n", time.Now().UTC().Format(time.DateOnly), version)
	return write(o.out, scoreMarks, measured+groups(told, shown))
}

// printScores writes the totals, and every miss.
func printScores(w io.Writer, o options, folders []folder, scores []score) {
	fmt.Fprintf(w, "\n%s\n", groups(folders, scores))
	for i, s := range scores {
		for _, m := range s.misses {
			if folders[i].label.Set == unseen && !o.open {
				continue
			}
			fmt.Fprintf(w, "%s\t%s\t%s\tlabel %q\tanswer %q\n", m.application, m.service, m.field, m.label, m.answer)
		}
	}
}

// groups is a table with a line for each ecosystem and each list, for what has
// databases, and for all.
func groups(folders []folder, scores []score) string {
	sums := map[string]*score{}
	add := func(group string, s score) {
		if sums[group] == nil {
			sums[group] = &score{}
		}
		sums[group].add(s)
	}
	for i, f := range folders {
		add("ecosystem "+f.label.Ecosystem, scores[i])
		add("list "+f.label.Set, scores[i])
		if f.label.Databases() {
			add(withDatabase, scores[i])
		}
		add("all", scores[i])
	}
	names := make([]string, 0, len(sums))
	for name := range sums {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(groupRank(a), groupRank(b)), strings.Compare(a, b)) })
	var b strings.Builder
	b.WriteString("| | applications | " + strings.Join(fields, " | ") + " | health paths not served |\n|---|" + strings.Repeat("---|", len(fields)+2) + "\n")
	for _, name := range names {
		printGroup(&b, name, *sums[name])
	}
	b.WriteString("\nservice: found of labelled; port, start, health, migration: right of labelled; required, databases: F1 (precision, recall)\n")
	return b.String()
}

func groupRank(name string) int {
	return slices.IndexFunc([]string{"ecosystem ", "list ", withDatabase, "all"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

func printGroup(w io.Writer, name string, s score) {
	line := fmt.Sprintf("| %s | %d |", name, s.applications)
	for _, f := range fields {
		t := s.fields[f]
		switch {
		case t.asked == 0:
			line += " – |"
		case f == "required" || f == "databases":
			line += fmt.Sprintf(" %s (%s, %s) |", ratio(2*t.found, 2*t.found+t.wrong+t.missed), ratio(t.found, t.found+t.wrong), ratio(t.found, t.found+t.missed))
		default:
			line += fmt.Sprintf(" %d/%d %d%% |", t.right, t.asked, t.right*100/t.asked)
		}
	}
	fmt.Fprintf(w, "%s %d |\n", line, s.fields["health"].wrong)
}

// ratio of nothing to nothing is 1: nothing was wanted, and nothing said.
func ratio(part, whole int) string {
	if whole == 0 {
		return "1.00"
	}
	return fmt.Sprintf("%.2f", float64(part)/float64(whole))
}

// scriptsOf reads what the scripts of package.json run.
func scriptsOf(dir string) func(service, name string) string {
	return func(service, name string) string {
		b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(service), "package.json"))
		if err != nil {
			return ""
		}
		var read struct{ Scripts map[string]string }
		_ = json.Unmarshal(b, &read) // what is no package has no scripts
		return read.Scripts[name]
	}
}
