package page

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"aipack/backend/base/fault"
)

// Guard runs a bound method, once the program is open. A panic would leave the
// page's promise pending for ever; it becomes a fault with a report.
func Guard[T any](p *Link, method string, do func() (T, error)) (out T, err error) {
	<-p.ready
	defer func() {
		if v := recover(); v != nil {
			report := fmt.Sprintf("aipack %s on %s/%s, %s broke: %v\n\n%s", p.About.Version, runtime.GOOS, runtime.GOARCH, method, v, debug.Stack())
			p.Log.Add(report)
			err = &defect{fault.Fault{
				Code: fault.Internal, Message: fmt.Sprintf("%s broke: %v", method, v),
				Hint: "This is a defect of aipack. Nothing of yours was lost; please send the report.",
			}, report}
		}
	}()
	return do()
}

// Guarded is Guard for methods without a result.
func Guarded(p *Link, method string, do func() error) error {
	_, err := Guard(p, method, func() (struct{}, error) { return struct{}{}, do() })
	return err
}

// Apart runs what no call waits for. A panic there would end the program; the
// user is told of it instead.
func (p *Link) Apart(what string, do func()) {
	if err := Guarded(p, what, func() error { do(); return nil }); err != nil {
		f := FaultOf(err)
		p.Notify("error", f.Message+".", "This is a defect of aipack; please send a problem report from Settings, Diagnostics.")
	}
}

// Together runs parts of one method side by side. The panic of one is the
// method's error, not the program's end.
func (p *Link) Together(method string, parts ...func()) error {
	errs := make([]error, len(parts))
	var running sync.WaitGroup
	for i, part := range parts {
		running.Go(func() { errs[i] = Guarded(p, method, func() error { part(); return nil }) })
	}
	running.Wait()
	return errors.Join(errs...)
}
