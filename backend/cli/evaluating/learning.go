package evaluating

import (
	"path/filepath"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/model/evaluate"
)

// learning is suite L, over a folder of reports.
func (o options) learning() (*evaluate.Report, error) {
	if o.proofs == "" {
		return nil, cli.Misuse("suite L compares reports: --proofs FOLDER, with what aipack prove --fix --format json printed in FOLDER/on and, after aipack lessons off, in FOLDER/off")
	}
	on, err := o.in(filepath.Join(o.proofs, "on"))
	if err != nil {
		return nil, err
	}
	off, err := o.in(filepath.Join(o.proofs, "off"))
	if err != nil {
		return nil, err
	}
	r := evaluate.Learning(on, off, o.Now())
	r.Subject = "the repairs in " + o.proofs
	if r.Total == 0 {
		return nil, &fault.Fault{
			Code: fault.FileNotFound, Message: "no service was repaired in both " + filepath.Join(o.proofs, "on") + " and off",
			Hint: "they hold files *.json of what aipack prove --fix --format json printed for the same projects",
		}
	}
	return r, nil
}
