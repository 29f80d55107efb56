package proofs

import (
	"bytes"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/prove"
	"aipack/backend/prove/repair"
	"aipack/backend/store"
	"aipack/backend/window/page"
)

// WriteFiles makes in the project's folder the changes of its own files that a
// repair kept, what is replaced stays as NAME.bak-1. It gives what was written.
func (ps *Proofs) WriteFiles(runID, proofID string) ([]WrittenFile, error) {
	return page.Guard(ps.page, "Proofs.WriteFiles", func() ([]WrittenFile, error) {
		run, err := ps.orders.registry.Run(runID)
		if err != nil {
			return nil, err
		}
		rows, err := ps.store.Proofs(runID)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(rows, func(row store.Proof) bool { return row.ID == proofID }) {
			return nil, &fault.Fault{Code: fault.FileNotFound, Message: "This run has no such proof", Hint: "Prove the project again."}
		}
		text, err := ps.store.Report(proofID)
		if err != nil {
			return nil, err
		}
		report, err := prove.ParseReport(text)
		if err != nil {
			return nil, err
		}
		written, err := repair.Write(run.Path(), report)
		out := []WrittenFile{}
		for _, w := range written {
			out = append(out, WrittenFile{w.Path, w.Backup})
		}
		return out, err
	})
}

// SaveReport writes a proof's report into a file, HTML or JSON by its name's
// end; "" asks where. It gives the file, "" when the user thinks better of it.
func (ps *Proofs) SaveReport(proofID, file string) (string, error) {
	return page.Guard(ps.page, "Proofs.SaveReport", func() (string, error) {
		text, err := ps.store.Report(proofID)
		if err != nil {
			return "", err
		}
		report, err := prove.ParseReport(text)
		if err != nil {
			return "", &fault.Fault{Code: fault.FileNotFound, Message: "This proof has no report", Hint: "It was stopped, or nothing could be built.", Err: err}
		}
		if file == "" {
			if file, err = ps.page.Frame.SaveFile("Save the report", "proof-"+report.Name+".html"); err != nil || file == "" {
				return "", err
			}
		}
		content := bytes.NewBufferString(text)
		if !strings.HasSuffix(strings.ToLower(file), ".json") {
			content.Reset()
			if err := prove.WriteHTML(content, []*prove.Report{report}); err != nil {
				return "", err
			}
		}
		return file, page.Save("The report", file, content.Bytes())
	})
}
