package keep

import (
	"cmp"
	"os"
	"strings"
	"time"

	"aipack/backend/base/fault"
	"aipack/backend/prove/builder"
	"aipack/backend/prove/owntests"
	"aipack/backend/store/projectdb"
	"aipack/backend/window/page"
)

// testsLimit is how long the tests of one service may take.
const testsLimit = 10 * time.Minute

// Tested is what a service's own tests came to.
type Tested struct {
	Service  string    `json:"service"`
	Command  string    `json:"command"` // "" where none were found
	State    string    `json:"state"`   // one of owntests.State
	Said     string    `json:"said"`    // in a line
	Failures []Failure `json:"failures"`
	Output   string    `json:"output"` // the end of what was printed
}

// Failure is a test that failed.
type Failure struct {
	Name string `json:"name"`
	File string `json:"file"` // as the tool names it; "" where it does not
	Line int    `json:"line"`
	Text string `json:"text"`
}

// mostShown is how much of what tests print goes to the page, in bytes.
const mostShown = 64 << 10

// Test runs the own tests of a run's services in the build stages of their plans, on a
// builder that is named or, with "", found. It answers once they have ended; Stop stops
// them.
func (k *Keep) Test(runID, address string) ([]Tested, error) {
	return page.Guard(k.parts.Page, "Keep.Test", func() ([]Tested, error) {
		run, err := k.parts.Runs.Run(runID)
		if err != nil {
			return nil, err
		}
		docs, known, err := run.Exportable()
		if err != nil {
			return nil, err
		}
		ctx, done, err := k.begin(runID, testsLimit*time.Duration(len(docs)))
		if err != nil {
			return nil, err
		}
		defer done()
		inside, err := os.OpenRoot(run.Path())
		if err != nil {
			return nil, fault.OfFile("The project's folder cannot be opened", err, "Check that it is still there.")
		}
		defer inside.Close()
		order := owntests.Order{Dir: run.Path(), Limit: testsLimit, Now: k.parts.Now}
		if order.Builder, err = builder.Choose(ctx, cmp.Or(address, k.parts.Named())); err != nil {
			return nil, err
		}
		out, rows := []Tested{}, []projectdb.Tests{}
		for _, s := range owntests.Find(inside.FS(), known.Files, docs) {
			ran, err := s.Run(ctx, order)
			if ctx.Err() != nil {
				return nil, &fault.Fault{Code: fault.Canceled, Message: "The tests were stopped", Hint: "Run them again when you like."}
			}
			if err != nil {
				return nil, err
			}
			out = append(out, shown(ran))
			rows = append(rows, projectdb.Tests{
				Service: ran.Service, State: string(ran.State), Passed: ran.Passed, Failed: ran.Failed, Skipped: ran.Skipped,
				Said: ran.Words(), RanAt: k.parts.Now().UnixMilli(),
			})
		}
		db, err := projectdb.Claim(holder, k.parts.Data, run.Path(), k.parts.Now)
		if err != nil {
			return out, err
		}
		defer func() { _ = db.Close() }() // what it holds was saved before
		return out, db.SaveTests(rows)
	})
}

// shown is a suite that ran as the page shows it.
func shown(r owntests.Ran) Tested {
	output := strings.ToValidUTF8(r.Output[max(0, len(r.Output)-mostShown):], "")
	t := Tested{Service: r.Service, Command: r.Command, State: string(r.State), Said: r.Words(), Failures: []Failure{}, Output: output}
	for _, f := range r.Failures {
		t.Failures = append(t.Failures, Failure{f.Name, f.File, f.Line, f.Text})
	}
	return t
}
