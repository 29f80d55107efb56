package agent

import "aipack/backend/prove"

// Failures are what failed in proofs.
func Failures(reports []*prove.Report) (list []Failure) {
	for _, r := range reports {
		if f := r.Failure; f != nil {
			list = append(list, Failure{Service: r.Service, Stage: f.Stage, Cause: f.Cause, Text: f.Text, Log: f.Log})
		}
	}
	return list
}
