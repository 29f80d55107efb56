package pipeline

import "aipack/backend/event"

// scans tells of the scan, in more detail than of other phases. One that failed
// and left something to go on with is told as both.
func (r *running) scans(p WorkflowPhase, execute func() error) error {
	if p.Name() != scanPhase {
		return execute()
	}
	r.events.Send(event.ScanStarted{})
	start := r.o.Now()
	err := execute()
	if err != nil {
		r.events.Send(event.ScanFailed{Problem: err.Error()})
		return err
	}
	v := r.a.Scan()
	if v.Failure != nil {
		r.events.Send(event.ScanFailed{Problem: v.Failure.Message})
	}
	done := event.ScanCompleted{Files: v.Summary.Files, Dirs: v.Summary.Dirs, Manifests: len(v.Manifests), DurationMS: r.o.Now().Sub(start).Milliseconds()}
	if v.Partial != nil {
		done.Partial, done.Reason, done.Unread = v.Partial.Words(), string(v.Partial.Reason), v.Unread()
	}
	r.events.Send(done)
	return nil
}
