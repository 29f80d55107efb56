package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"slices"

	"aipack/backend/store/sqlite"
)

// What a verdict can be besides a proof's own.
const (
	Part  = "part"  // some services of the plan were proved, others not
	Stale = "stale" // an earlier plan was proved, and it has changed since
)

// Verdict says how a run's plan stands by the proofs of its folder: those of any
// run of the folder that were of this plan, for the same plan keeps its proof. The
// proofs of a run that was imported speak of that run alone.
type Verdict struct {
	State    string // as a ServiceVerdict has it, or Part
	Loud     bool   // it is good, and a warning belongs beside it
	Services []ServiceVerdict
}

// ServiceVerdict says how one service of a plan stands.
type ServiceVerdict struct {
	Service string
	State   string // "" for not proved yet; running; proven, ran, incomplete, failed; Stale; stopped, not_built where nothing came to an end
	Loud    bool
	Last    *Proof // the newest that came to its end: of this plan, and where there is none, of an earlier one; nil for none
	Stale   bool   // Last is of an earlier plan
	Running *Proof // one that is under way
	Cut     *Proof // one after Last that was stopped, or could not begin
}

// Verdict reads how a run's plan stands.
func (s *DB) Verdict(runID string) (Verdict, error) {
	r, err := s.Run(runID)
	if err != nil {
		return Verdict{}, err
	}
	found, err := s.verdicts([]Run{r})
	if err != nil {
		return Verdict{}, err
	}
	return found[0], nil
}

// runs reads runs together with how their plans stand.
func (s *DB) runs(query string, args ...any) ([]Run, error) {
	list, err := sqlite.Rows[Run](s.db, query, args...)
	if err != nil || len(list) == 0 {
		return list, err
	}
	found, err := s.verdicts(list)
	for i, v := range found {
		list[i].Proof, list[i].Loud = v.State, v.Loud
	}
	return list, err
}

// planned is a service of a run, with the digest of its plan.
type planned struct {
	Run     string `as:"run_id"`
	Service string `as:"service"`
	Plan    string `as:"plan"`
}

// proved is a proof with what its run says of it.
type proved struct {
	Proof
	Path     string `as:"path"`  // of the run's folder
	Began    int64  `as:"began"` // when the run did
	Imported bool   `as:"imported"`
}

var (
	plansOf  = `SELECT run_id, service, plan FROM documents INDEXED BY documents_by_plan WHERE run_id IN (SELECT value FROM json_each(?)) ORDER BY run_id, position, service`
	provedIn = `SELECT ` + sqlite.Select[Proof]("p") + `, r.path, r.started_at AS began, r.imported_at IS NOT NULL AS imported FROM runs r JOIN proofs p INDEXED BY proofs_by_plan ON p.run_id = r.id
		WHERE r.path IN (SELECT value FROM json_each(?)) AND r.deleted_at IS NULL ORDER BY p.started_at DESC, p.id DESC`
)

// verdicts reads how the plans of runs stand, all with two questions.
func (s *DB) verdicts(runs []Run) ([]Verdict, error) {
	var ids, paths []string
	for _, r := range runs {
		ids, paths = append(ids, r.ID), append(paths, r.Path)
	}
	slices.Sort(paths)
	services, err := sqlite.Rows[planned](s.db, plansOf, list(ids))
	if err != nil {
		return nil, err
	}
	proofs, err := sqlite.Rows[proved](s.db, provedIn, list(slices.Compact(paths)))
	if err != nil {
		return nil, err
	}
	planOf, proofsOf := map[string][]planned{}, map[string][]proved{}
	for _, p := range services {
		planOf[p.Run] = append(planOf[p.Run], p)
	}
	for _, p := range proofs {
		proofsOf[p.Path] = append(proofsOf[p.Path], p)
	}
	out := make([]Verdict, len(runs))
	for i, r := range runs {
		out[i] = judge(r, planOf[r.ID], proofsOf[r.Path])
	}
	return out, nil
}

func list(texts []string) string {
	text, _ := json.Marshal(texts) // texts always go into JSON
	return string(text)
}

// judge says how a run's plan stands by the proofs of its folder, which come the
// newest first.
func judge(r Run, plan []planned, proofs []proved) Verdict {
	of := map[string][]proved{}
	for _, p := range proofs {
		if p.RunID == r.ID || !p.Imported && !r.Imported.Valid {
			of[p.Service] = append(of[p.Service], p)
		}
	}
	var v Verdict
	for _, one := range plan {
		v.Services = append(v.Services, judgeOne(r, one, of[one.Service]))
	}
	v.State = worst(v.Services)
	v.Loud = good(v.State) && slices.ContainsFunc(v.Services, func(s ServiceVerdict) bool { return s.Loud })
	return v
}

func judgeOne(r Run, one planned, proofs []proved) ServiceVerdict {
	v := ServiceVerdict{Service: one.Service}
	for i := range proofs {
		p := &proofs[i]
		same, own := p.Plan == one.Plan, p.RunID == r.ID
		if !own && (p.Plan == "" || one.Plan == "" || !same && p.Began > r.StartedAt) {
			continue // nobody knows of which plan, or of a later one
		}
		switch {
		case p.Verdict == "running":
			v.Running = cmp.Or(v.Running, &p.Proof)
		case !p.came():
			if v.Last == nil || v.Stale {
				v.Cut = cmp.Or(v.Cut, &p.Proof)
			}
		case v.Last == nil:
			v.Last, v.Stale = &p.Proof, !same
		case v.Stale && same:
			v.Last, v.Stale = &p.Proof, false
		}
	}
	if v.Cut != nil && v.Last != nil && v.Cut.StartedAt < v.Last.StartedAt {
		v.Cut = nil
	}
	switch {
	case v.Running != nil:
		v.State = v.Running.Verdict
	case v.Stale:
		v.State = Stale
	case v.Last != nil:
		v.State, v.Loud = v.Last.Verdict, v.Last.Loud
	case v.Cut != nil:
		v.State = v.Cut.Verdict
	}
	return v
}

// gravest are the states of which one service is enough that the whole plan is in
// it, the first of them first.
var gravest = []string{"running", "failed", Stale}

// worst is how a plan stands whose services stand so.
func worst(services []ServiceVerdict) string {
	has := map[string]int{}
	for _, s := range services {
		has[s.State]++
	}
	for _, state := range gravest {
		if has[state] > 0 {
			return state
		}
	}
	tried := has["proven"] + has["ran"] + has["incomplete"]
	switch {
	case tried == 0:
		for _, state := range []string{"stopped", "not_built"} {
			if has[state] > 0 {
				return state
			}
		}
		return ""
	case tried < len(services):
		return Part
	case has["incomplete"] > 0:
		return "incomplete"
	case has["proven"] == 0:
		return "ran"
	}
	return "proven"
}

func good(state string) bool { return state == "proven" || state == "ran" }

// SavePlans records the digests of a run's services by their names.
func (s *DB) SavePlans(runID string, plans map[string]string) error {
	return s.db.Write(func(tx *sql.Tx) error {
		for service, plan := range plans {
			if _, err := tx.Exec(`UPDATE documents SET plan = ? WHERE run_id = ? AND service = ?`, plan, runID, service); err != nil {
				return err
			}
		}
		return nil
	})
}

// Adopt gives proofs of before plans were kept the digest of what they proved.
func (s *DB) Adopt(plans map[string]string) error {
	return s.db.Write(func(tx *sql.Tx) error {
		for proof, plan := range plans {
			if _, err := tx.Exec(`UPDATE proofs SET plan = ? WHERE id = ? AND plan = ''`, plan, proof); err != nil {
				return err
			}
		}
		return nil
	})
}
