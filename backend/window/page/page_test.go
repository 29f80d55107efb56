package page

import (
	"errors"
	"strings"
	"testing"
	"time"

	"aipack/backend/base/fault"
)

// opened is a page that remembers its notices.
func opened(now func() time.Time) (p *Link, said *[]Notice) {
	said = &[]Notice{}
	p = New(About{Version: "test", Data: "/data", Now: now})
	p.Frame.Emit = func(_ string, payload any) { *said = append(*said, payload.(Notice)) }
	p.Open()
	return p, said
}

// TestAPanicBesideTheCallIsTheCallsError: in a goroutine it would end the
// program.
func TestAPanicBesideTheCallIsTheCallsError(t *testing.T) {
	p, said := opened(time.Now)
	ran := false
	err := p.Together("Both", func() { panic("one of two") }, func() { ran = true })
	if f := FaultOf(err); f.Code != string(fault.Internal) || !strings.Contains(f.Report, "one of two") || !ran {
		t.Errorf("%+v, the other ran: %v", f, ran)
	}
	p.Apart("the cleaning", func() { panic("nobody waits") })
	if last := (*said)[len(*said)-1]; !strings.Contains(last.Message, "the cleaning broke: nobody waits") || last.Hint == "" {
		t.Errorf("%+v", last)
	}
}

// TestACallWaitsUntilThePageIsOpen: the page may be there before the program.
func TestACallWaitsUntilThePageIsOpen(t *testing.T) {
	p := New(About{Now: time.Now})
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := Guarded(p, "Any", func() error { return nil }); err != nil {
			t.Error(err)
		}
	}()
	select {
	case <-done:
		t.Error("it was answered before")
	case <-time.After(20 * time.Millisecond):
	}
	p.Open()
	<-done
}

// TestAFailureIsNotToldTwice: a run writes many times a second.
func TestAFailureIsNotToldTwice(t *testing.T) {
	at := time.Unix(1_000_000, 0)
	p, said := opened(func() time.Time { return at })
	full, gone := errors.New("the disk is full"), errors.New("the disk is gone")
	for _, step := range []struct {
		err   error
		after time.Duration
		told  int
	}{{nil, 0, 0}, {full, 0, 1}, {full, time.Second, 1}, {gone, 0, 2}, {gone, sayAgain, 3}} {
		at = at.Add(step.after)
		p.Unsaved(step.err)
		if len(*said) != step.told {
			t.Errorf("%v after %s: told %d times, want %d", step.err, step.after, len(*said), step.told)
		}
	}
	if first := (*said)[0]; !strings.Contains(first.Message, "the disk is full") || !strings.Contains(first.Hint, "/data") {
		t.Errorf("%+v", first)
	}
}

func TestAFaultTravelsAsText(t *testing.T) {
	text := Text(&fault.Fault{Code: fault.WrongUse, Message: "no", Hint: "yes"})
	if text != `{"code":"`+string(fault.WrongUse)+`","message":"no","hint":"yes","report":""}` {
		t.Error(text)
	}
}

func TestTheLogKeepsItsEnd(t *testing.T) {
	var l Log
	for range mostLogged {
		l.Add("early")
	}
	l.Add("late")
	if all := l.All(); len(all) != mostLogged || !strings.HasSuffix(all[mostLogged-1], " late") {
		t.Errorf("%d lines, the last is %s", len(all), all[len(all)-1])
	}
}
