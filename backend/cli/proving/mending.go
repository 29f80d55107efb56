package proving

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/model/advise/suggest"
	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/universalbuild"
)

// askFunc is repair.Loop's Ask.
type askFunc = func(context.Context, repair.Question) (repair.Suggestion, error)

// asks is who suggests edits where no rule knows one: nobody without --fix, or
// where the rules alone are asked.
func (o *options) asks(p *cli.Program, advisers func(cli.Asking) (func() suggest.Adviser, error)) (askFunc, error) {
	terms, ok := o.analysis.Asks()
	if !ok || !o.fix {
		return nil, nil
	}
	terms.Say = func(text string) { visible.Fprintf(p.Err, "aipack: %s\n", text) }
	adviser, err := advisers(terms)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, q repair.Question) (repair.Suggestion, error) {
		tree, limits, err := o.analysis.Open(q.Request.Dir)
		if err != nil {
			return repair.Suggestion{}, err
		}
		defer tree.Close()
		return suggest.Source{Registry: p.Registry, Tree: tree, Limits: limits, Adviser: adviser}.Ask(ctx, q)
	}, nil
}

// writeDocuments writes the documents as they stand after all that was kept:
// what `aipack export --from` takes.
func writeDocuments(file string, requests []prove.Request, reports []*prove.Report) error {
	content, err := universalbuild.WriteJSON(documents(requests, reports))
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, content, 0o644); err != nil {
		return &fault.Fault{Code: fault.PermissionDenied, Message: "cannot write " + file, Hint: "give --out a file in a folder that exists", Err: err}
	}
	return nil
}

// documents are those of the requests, with all that was kept.
func documents(requests []prove.Request, reports []*prove.Report) []universalbuild.UniversalBuild {
	docs := make([]universalbuild.UniversalBuild, len(requests))
	for i, r := range requests {
		docs[i] = r.Document
		if m := reports[i].Mending; m != nil && m.Document != nil {
			docs[i] = *m.Document
		}
	}
	return docs
}

// tried says what became of a try, before what it answers.
var tried = map[string]string{prove.Trying: "tried a fix", prove.Kept: "kept a fix", prove.TakenBack: "took back a fix", prove.Undecided: "could not decide on a fix", prove.Again: "tried again"}

// printMending says what was tried, and what became of it.
func printMending(w io.Writer, m *prove.Repair) {
	for _, t := range m.Tries {
		visible.Fprintf(w, "  %s: %s\n", tried[t.State], t.Cause)
		printEdits(w, t)
		printShows(w, t)
		if t.Came != "" {
			visible.Fprintf(w, "    came to: %s\n", t.Came)
		}
	}
	visible.Fprintf(w, "  in the end: %s\n", m.Ended)
}

// whereMended says how the mended documents are had: a proof writes nothing into
// the project.
func (o *options) whereMended(w io.Writer, root string, reports []*prove.Report) {
	if !slices.ContainsFunc(reports, func(r *prove.Report) bool { return r.Mending != nil && r.Mending.Document != nil }) {
		return
	}
	if o.out == "" {
		visible.Fprintf(w, "aipack: nothing is written into the project; --out FILE writes the mended documents\n")
		return
	}
	visible.Fprintf(w, "aipack: the mended documents are in %s; aipack export %s --from %s writes their Dockerfiles\n", o.out, root, o.out)
}

func printEdits(w io.Writer, t prove.Try) {
	for _, e := range t.Edits {
		visible.Fprintf(w, "    %s: %s, was %s\n", e.Field, valueText(e.New), valueText(e.Old))
	}
	if t.Diff != "" && t.State != prove.Trying {
		_, lines, _ := strings.Cut(strings.TrimSpace(t.Diff), "\n+++ Dockerfile\n")
		for line := range strings.SplitSeq(lines, "\n") {
			visible.Fprintf(w, "      %s\n", line)
		}
	}
	for _, f := range t.Files {
		visible.Fprintf(w, "    %s, a file of the project, is changed for the proof alone:\n", f.Path)
		_, lines, _ := strings.Cut(strings.TrimSpace(f.Diff), "\n+++ "+f.Path+"\n")
		for line := range strings.SplitSeq(lines, "\n") {
			visible.Fprintf(w, "      %s\n", line)
		}
	}
	if len(t.Given) > 0 {
		visible.Fprintf(w, "    for the proof alone, a made-up value for %s\n", strings.Join(t.Given, ", "))
	}
}

// printShows says which model suggested the edits, why, and what shows the need.
func printShows(w io.Writer, t prove.Try) {
	if t.Model == "" {
		return
	}
	visible.Fprintf(w, "    suggested by %s: %s\n", t.Model, t.Why)
	for _, e := range t.Shows {
		where := "the log"
		if e.Path != "" {
			where = fmt.Sprintf("%s:%d", e.Path, e.Line)
		}
		visible.Fprintf(w, "    because of %s: %s\n", where, e.Excerpt)
	}
}

// valueText is a field's value in a line.
func valueText(v any) string {
	switch v := v.(type) {
	case nil:
		return "not set"
	case string:
		return v
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // a terminal shows < as it is
	if err := enc.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}

// liveTry says that a try begins, or what became of it.
func liveTry(w io.Writer, t prove.Try) {
	switch t.State {
	case prove.Trying:
		visible.Fprintf(w, "%-15s  %s\n", fmt.Sprintf("trying %d of %d", t.N, t.Of), t.Why)
		printEdits(w, t)
		printShows(w, t)
	case prove.Again:
		if t.Came == "" {
			visible.Fprintf(w, "%-15s  %s\n", "trying again", t.Cause)
		}
	default:
		visible.Fprintf(w, "%-15s  %s\n", t.Words(), t.Came)
	}
}

// checkMending refuses flags of it that do not go together.
func (o *options) checkMending() error {
	if o.out != "" && !o.fix {
		return cli.Misuse("--out writes what --fix has mended: give both")
	}
	return nil
}
