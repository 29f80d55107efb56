package proofs

import (
	"bytes"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/prove"
	"aipack/backend/window/page"
)

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
