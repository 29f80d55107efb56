package keeping

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/appdir"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/packaging/digest"
	"aipack/backend/packaging/export"
	"aipack/backend/packaging/keep"
	"aipack/backend/prove"
	"aipack/backend/prove/audit"
	"aipack/backend/prove/gate"
	"aipack/backend/prove/owntests"
	"aipack/backend/repo"
	"aipack/backend/store"
	"aipack/backend/store/projectdb"
	"aipack/backend/universalbuild"
)

// proofs says how each service of a set was proved: by the command line, whose proofs are
// in the project's database, or by the window, whose history has them. The newer one counts,
// and one of another plan only where none is of this.
func proofs(p *cli.Program, db *projectdb.Database, dir string, set cli.Packaged) ([]gate.Proof, error) {
	kept, err := db.Proofs()
	if err != nil {
		return nil, err
	}
	of := map[string]projectdb.Proof{}
	for _, one := range kept {
		of[one.Service] = one
	}
	shown, err := windows(p, dir)
	if err != nil {
		visible.Fprintf(p.Err, "aipack: the window's proofs were not read: %v\n", err)
	}
	plan := digest.Of(set.Documents, set.Known)
	out := make([]gate.Proof, len(set.Documents))
	for i, now := range plan.Digests() {
		out[i] = gate.Proof{Service: set.Documents[i].Metadata.ProjectName}
		if one, there := of[plan.Services[i].Name]; there {
			out[i].Verdict, out[i].Said, out[i].At = prove.Verdict(one.Verdict), one.Said, time.UnixMilli(one.ProvedAt)
			out[i].Stale = one.Plan != now
		}
		if one, there := shown[now]; there && (out[i].Verdict == "" || out[i].Stale || one.At.After(out[i].At)) {
			one.Service = out[i].Service
			out[i] = one
		}
	}
	return out, nil
}

// tests says what the own tests of the services of a set came to when they last ran.
func tests(db *projectdb.Database, set cli.Packaged) (out []gate.Tests, err error) {
	rows, err := db.Tests()
	for _, one := range rows {
		if slices.ContainsFunc(set.Documents, func(d universalbuild.UniversalBuild) bool { return d.Metadata.ProjectName == one.Service }) {
			out = append(out, gate.Tests{Service: one.Service, State: owntests.State(one.State), Said: one.Said, At: time.UnixMilli(one.RanAt)})
		}
	}
	return out, err
}

// looked audits the project once more, since what it found before may be mended by now, and
// says which of its files were written when.
func looked(ctx context.Context, p *cli.Program, db *projectdb.Database, dir string, exported []export.File) (r audit.Report, sources []gate.Source, err error) {
	ignored, err := audit.Standing(db)
	if err != nil {
		return r, nil, err
	}
	tree, err := repo.Open(dir)
	if err != nil {
		return r, nil, err
	}
	defer tree.Close()
	data, err := appdir.Data()
	if err != nil {
		return r, nil, err
	}
	if sources, err = gate.Sources(ctx, tree, exported); err != nil {
		return r, nil, err
	}
	visible.Fprintf(p.Err, "aipack: looking for what should not go out, as aipack audit does …\n")
	if r, err = audit.Run(ctx, audit.Request{Folder: dir, Data: data, Project: tree, Ignored: ignored, Now: p.Now}); err != nil {
		return r, nil, err
	}
	return r, sources, audit.Save(db, r)
}

// windows are the newest proofs of a folder that the window made, by what they proved.
func windows(p *cli.Program, dir string) (map[string]gate.Proof, error) {
	data, err := appdir.Data()
	if err != nil {
		return nil, err
	}
	s, err := store.Read(data, p.Now)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // it was read alone
	list, err := s.ProofsOf(dir)
	out := map[string]gate.Proof{}
	for _, one := range list {
		if _, newer := out[one.Plan]; newer || one.Plan == "" {
			continue
		}
		var r prove.Report
		text, err := s.Report(one.ID)
		if err != nil || json.Unmarshal([]byte(text), &r) != nil {
			continue // what came of it is not known
		}
		out[one.Plan] = gate.Proof{Verdict: prove.Verdict(one.Verdict), Said: r.InOneLine(), At: time.UnixMilli(one.StartedAt + one.DurationMS)}
	}
	return out, err
}

// marks are how a check is shown.
var marks = map[gate.State]string{gate.Passed: "ok", gate.Noted: "note", gate.Failed: "FAILED", gate.Open: "open"}

// show says what would be done, before it is.
func show(p *cli.Program, out outcome, order keep.Order, files []keep.File) {
	r := out.Repository
	branch := order.Branch
	switch {
	case branch != "":
		branch += " (new)"
	case r.Branch != "":
		branch = r.Branch
	default:
		branch = "no branch"
	}
	visible.Fprintf(p.Out, "Commit to %s in %s", branch, r.Root)
	if r.Author != "" {
		visible.Fprintf(p.Out, ", as %s", r.Author)
	}
	fmt.Fprintln(p.Out)
	for _, f := range files {
		word := "new"
		if f.Known {
			word = "changed"
		}
		visible.Fprintf(p.Out, "  %-8s %s\n", word, f.Path)
	}
	fmt.Fprintln(p.Out)
	for _, c := range out.Checks {
		visible.Fprintf(p.Out, "  %-8s %s\n", marks[c.State], c.Said)
	}
	if r.Submodule != "" {
		visible.Fprintf(p.Out, "  %-8s this is a submodule of %s, which will point to the commit only once you commit there\n", "note", r.Submodule)
	}
	if r.Changed > 0 {
		visible.Fprintf(p.Out, "  %-8s other files with changes, which stay out of the commit: %d, of which %d staged\n", "note", r.Changed, r.Staged)
	}
	if len(r.Hooks) > 0 {
		visible.Fprintf(p.Out, "  %-8s git will run the hooks of this repository: %s\n", "note", strings.Join(r.Hooks, ", "))
	}
	if wrong := keep.Unconventional(out.Message); wrong != "" {
		visible.Fprintf(p.Out, "  %-8s the message is none of Conventional Commits: %s\n", "note", wrong)
	}
	fmt.Fprintf(p.Out, "\n%s\n\n", visible.Block(out.Message))
}

// told says what was done.
func told(p *cli.Program, out outcome) {
	c := out.Commit
	visible.Fprintf(p.Out, "Committed %s to %s.\n", keep.Short(c.ID), c.Branch)
	if len(c.Altered) > 0 {
		visible.Fprintf(p.Err, "aipack: a hook changed %s\n", strings.Join(c.Altered, ", "))
	}
	if len(c.Extra) > 0 {
		visible.Fprintf(p.Err, "aipack: a hook added %s to the commit\n", strings.Join(c.Extra, ", "))
	}
	if c.Above {
		visible.Fprintf(p.Err, "aipack: a hook made further commits on top of it\n")
	}
	if out.Pushed != "" {
		visible.Fprintf(p.Out, "Pushed to %s.\n", out.Pushed)
	}
}
