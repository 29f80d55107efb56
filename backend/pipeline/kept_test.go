package pipeline

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"aipack/backend/event"
	"aipack/backend/fault"
)

// endingIn runs two services, of which the second is not through when the run
// ends; it ends with the first one's document.
func endingIn(t *testing.T, ctx context.Context, stop func(context.Context) error) (*Outcome, event.Event, error) {
	t.Helper()
	out, events, err := execute(t, ctx, Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(ctx context.Context, s *ServiceContext) (ServicePhaseResult, error) {
			if s.Path == "api" {
				return ServicePhaseResult{Result: "80"}, nil
			}
			return ServicePhaseResult{}, stop(ctx)
		}}},
		After: []WorkflowPhase{step{"assemble", documents}},
	})
	return out, events[len(events)-1].Event, err
}

func TestWhatWasFoundIsKeptWhenTheRunEndsEarly(t *testing.T) {
	stopping, stop := context.WithCancel(t.Context())
	late, cancel := context.WithTimeout(t.Context(), 750*time.Millisecond)
	defer cancel()
	for name, c := range map[string]struct {
		ctx  context.Context
		stop func(context.Context) error
		code fault.Code
	}{
		"stopped by the user": {stopping, func(ctx context.Context) error {
			time.AfterFunc(500*time.Millisecond, stop)
			<-ctx.Done()
			return ctx.Err()
		}, fault.Canceled},
		"out of time": {late, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, fault.Timeout},
	} {
		out, last, err := endingIn(t, c.ctx, c.stop)
		if fault.CodeOf(err) != c.code || len(out.Documents) != 1 || out.Documents[0].Metadata.Path != "api" {
			t.Errorf("%s: %v, %+v", name, err, out.Documents)
			continue
		}
		var found event.Found
		switch e := last.(type) {
		case event.RunCanceled:
			found = e.Found
		case event.RunFailed:
			found = e.Found
		}
		if len(found.Services) != 1 || found.Services[0].Path != "api" || !reflect.DeepEqual(found.Left, []string{"web"}) {
			t.Errorf("%s: %T %+v", name, last, found)
		}
	}
}

// TestNothingIsKeptOfWhatCannotBeAssembled: the first error stands.
func TestNothingIsKeptOfWhatCannotBeAssembled(t *testing.T) {
	out, events, err := execute(t, t.Context(), Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(_ context.Context, s *ServiceContext) (ServicePhaseResult, error) {
			if s.Path == "api" {
				return ServicePhaseResult{}, nil
			}
			time.Sleep(50 * time.Millisecond)
			return ServicePhaseResult{}, errors.New("disk on fire")
		}}},
		After: []WorkflowPhase{step{"assemble", func(context.Context, *AnalysisContext) error { panic("no") }}},
	})
	failed, ok := events[len(events)-1].Event.(event.RunFailed)
	if err == nil || err.Error() != "port: disk on fire" || len(out.Documents) != 0 || !ok || failed.Services != nil || failed.Left != nil {
		t.Errorf("%v %+v %+v", err, out.Documents, failed)
	}
}
