package proving

import (
	"errors"
	"path/filepath"
	"slices"

	"aipack/backend/base/appdir"
	"aipack/backend/cli"
	"aipack/backend/cli/visible"
	"aipack/backend/packaging/digest"
	"aipack/backend/prove"
	"aipack/backend/prove/learned"
	"aipack/backend/prove/repair"
	"aipack/backend/store/projectdb"
)

// remember keeps what the proofs came to, for aipack keep to say. What was proved with
// other files than the folder's says nothing of the folder, unless they were written into
// it; what was stopped says nothing at all.
func (o *options) remember(p *cli.Program, root string, requests []prove.Request, reports []*prove.Report, written bool) {
	if len(o.files) > 0 || len(requests) == 0 || len(reports) != len(requests) {
		return
	}
	docs := documents(requests, reports)
	plan := digest.Of(slices.Concat(docs, requests[0].Beside), o.known)
	digests := plan.Digests()
	var kept []projectdb.Proof
	for i, r := range reports {
		changed := r.Mending != nil && len(r.Mending.Files) > 0
		if r.Verdict == prove.Stopped || r.Verdict == prove.NotBuilt || changed && !written {
			continue
		}
		kept = append(kept, projectdb.Proof{
			Service: plan.Services[i].Name, Plan: digests[i], Verdict: string(r.Verdict), Said: r.InOneLine(), ProvedAt: r.StartedAt + r.DurationMS,
		})
	}
	if len(kept) == 0 {
		return
	}
	if err := inProject(p, root, "aipack prove", func(db *projectdb.Database) error { return db.SaveProofs(kept) }); err != nil {
		visible.Fprintf(p.Err, "aipack: what this proof came to is not kept for aipack keep: %v\n", err)
	}
}

// inProject does something with the database of a project's folder, as a holder of whom
// others learn.
func inProject(p *cli.Program, root, holder string, do func(*projectdb.Database) error) error {
	data, err := appdir.Data()
	if err != nil {
		return err
	}
	dir, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	db, err := projectdb.Claim(holder, data, dir, p.Now)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

// memory is what helped with failures in other projects, for the repairs of one.
func memory(p *cli.Program, root string) repair.Memory {
	data, err := appdir.Data()
	dir, wrong := filepath.Abs(root)
	if err = errors.Join(err, wrong); err != nil {
		visible.Fprintf(p.Err, "aipack: what was learned before is not used: %v\n", err)
		return nil
	}
	return learned.Memory{Book: learned.In(data, p.Now), Project: dir, Warn: func(err error) {
		visible.Fprintf(p.Err, "aipack: what was learned before is not used: %v\n", err)
	}}
}
