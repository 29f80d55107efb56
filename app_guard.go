//go:build !headless || window

package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"aipack/backend/fault"
	"aipack/backend/store"
)

// defect is a fault with a report to be copied.
type defect struct {
	fault.Fault
	report string
}

// guard runs a bound method, once the App is open. A panic would leave the
// page's promise pending for ever; it becomes a fault with a report.
func guard[T any](a *App, method string, do func() (T, error)) (out T, err error) {
	<-a.ready
	defer func() {
		if v := recover(); v != nil {
			report := fmt.Sprintf("aipack %s on %s/%s, %s broke: %v\n\n%s", version, runtime.GOOS, runtime.GOARCH, method, v, debug.Stack())
			a.log.add(report)
			err = &defect{fault.Fault{
				Code: fault.Internal, Message: fmt.Sprintf("%s broke: %v", method, v),
				Hint: "This is a defect of aipack. Nothing of yours was lost; please send the report.",
			}, report}
		}
	}()
	return do()
}

// guarded is guard for methods without a result.
func guarded(a *App, method string, do func() error) error {
	_, err := guard(a, method, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

// apart runs what no call waits for. A panic there would end the program; the
// user is told of it instead.
func (a *App) apart(what string, do func()) {
	if err := guarded(a, what, func() error { do(); return nil }); err != nil {
		f := faultOf(err)
		a.notice("error", f.Message+".", "This is a defect of aipack; please send a problem report from Settings, Diagnostics.")
	}
}

// together runs parts of one method side by side. The panic of one is the
// method's error, not the program's end.
func together(a *App, method string, parts ...func()) error {
	errs := make([]error, len(parts))
	var running sync.WaitGroup
	for i, part := range parts {
		running.Go(func() { errs[i] = guarded(a, method, func() error { part(); return nil }) })
	}
	running.Wait()
	return errors.Join(errs...)
}

// faultOf says an error in the page's words.
func faultOf(err error) Fault {
	var d *defect
	if errors.As(err, &d) {
		return Fault{Code: string(d.Code), Message: d.Message, Hint: d.Hint, Report: d.report}
	}
	var newer store.Newer
	if errors.As(err, &newer) {
		return Fault{Code: "UNSUPPORTED_VERSION", Message: newer.Error(), Hint: "Update aipack to open it."}
	}
	var f *fault.Fault
	if errors.As(err, &f) {
		return Fault{Code: string(f.Code), Message: err.Error(), Hint: f.Hint}
	}
	switch {
	case errors.Is(err, store.ErrAbsent):
		return Fault{Code: string(fault.FileNotFound), Message: "This entry is no longer in the history.", Hint: "It was deleted; analyse the folder again."}
	case errors.Is(err, store.ErrDamaged):
		return Fault{Code: string(fault.Internal), Message: err.Error(), Hint: "Start aipack again: the damaged file is then set aside, and a new one begun.", Report: err.Error()}
	case errors.Is(err, store.ErrNoRecording):
		return Fault{Code: string(fault.SyntaxError), Message: err.Error(), Hint: "Choose a file that Export run has written."}
	}
	return Fault{Code: string(fault.Internal), Message: err.Error(), Hint: "Try again; if it stays, send a problem report from Settings, Diagnostics.", Report: err.Error()}
}
