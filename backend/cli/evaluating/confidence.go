package evaluating

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"

	"aipack/backend/base/fault"
	"aipack/backend/model/evaluate"
	"aipack/backend/prove"
)

// mostReport is how large a file of reports may be: a report has at most some
// megabytes of logs, and a folder of services a few dozen of them.
const mostReport = 256 << 20

// confidence is suite K, over the history or a folder of reports.
func (o options) confidence() (*evaluate.Report, error) {
	subject, read := "the proofs of the history", o.fromHistory
	if o.proofs != "" {
		subject, read = "the proofs in "+o.proofs, o.fromFolder
	}
	reports, err := read()
	if err != nil {
		return nil, err
	}
	r := evaluate.Confidence(reports, o.Now())
	r.Subject = subject
	if r.Total == 0 {
		return nil, &fault.Fault{
			Code: fault.FileNotFound, Message: "none of " + subject + " came to an end that says something of a plan",
			Hint: "prove some projects first, or name a folder of what aipack prove --format json printed with --proofs",
		}
	}
	return r, nil
}

func (o options) fromHistory() (reports []*prove.Report, err error) {
	texts, err := o.History()
	if err != nil {
		return nil, err
	}
	for _, text := range texts {
		r, err := prove.ParseReport(text)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

func (o options) fromFolder() ([]*prove.Report, error) { return o.in(o.proofs) }

// in reads every file of a folder. One that is empty belongs to a proof that was cut off.
func (options) in(folder string) (reports []*prove.Report, err error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		some, err := reportsIn(file)
		if err != nil {
			return nil, err
		}
		reports = append(reports, some...)
	}
	return reports, nil
}

func reportsIn(file string) (reports []*prove.Report, err error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fault.OfFile("cannot read "+file, err, "")
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostReport))
	if err != nil {
		return nil, fault.OfFile("cannot read "+file, err, "")
	}
	if len(text) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(text, &reports); err != nil {
		return nil, &fault.Fault{
			Code: fault.InvalidPath, Message: file + " has no reports of proofs: " + err.Error(),
			Hint: "aipack prove PATH --format json prints them",
		}
	}
	return reports, nil
}
