package pipeline

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aipack/backend/base/event"
	"aipack/backend/base/fault"
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
	for name, c := range map[string]struct {
		until func(context.Context) (context.Context, context.CancelFunc)
		stops bool
		code  fault.Code
	}{
		"stopped by the user": {context.WithCancel, true, fault.Canceled},
		"out of time": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeout(ctx, 750*time.Millisecond)
		}, false, fault.Timeout},
	} {
		ctx, cancel := c.until(t.Context())
		out, last, err := endingIn(t, ctx, func(ctx context.Context) error {
			if c.stops {
				time.AfterFunc(500*time.Millisecond, cancel)
			}
			<-ctx.Done()
			return ctx.Err()
		})
		cancel()
		if fault.CodeOf(err) != c.code || len(out.Documents) != 1 || out.Documents[0].Metadata.Path != "api" {
			t.Errorf("%s: %v, %+v", name, err, out.Documents)
			continue
		}
		if w := out.Documents[0].Warnings; len(w) != 1 || !strings.Contains(w[0].Message, "before web was through") {
			t.Errorf("%s: the document does not say that it was made without web: %+v", name, w)
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

// TestAllIsKeptOfWhatEndsBeforeAssembly: between the last service and the
// documents, nothing of them is lost.
func TestAllIsKeptOfWhatEndsBeforeAssembly(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	assembled := 0
	out, _, err := execute(t, ctx, Parts{
		Before:  []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(context.Context, *ServiceContext) (ServicePhaseResult, error) { return ServicePhaseResult{}, nil }}},
		After: []WorkflowPhase{step{"assemble", func(ctx context.Context, a *AnalysisContext) error {
			if assembled++; assembled == 1 {
				stop()
				return ctx.Err()
			}
			return documents(ctx, a)
		}}},
	})
	if fault.CodeOf(err) != fault.Canceled || len(out.Documents) != 2 || len(out.Documents[0].Warnings) > 0 {
		t.Errorf("%v, %+v", err, out.Documents)
	}
}

// TestNothingIsKeptOfWhatCannotBeAssembled: the first error stands.
func TestNothingIsKeptOfWhatCannotBeAssembled(t *testing.T) {
	var tries atomic.Int32
	out, events, err := execute(t, t.Context(), Parts{
		Before: []WorkflowPhase{step{"structure", twoServices}},
		Service: []ServicePhase{look{"port", func(_ context.Context, s *ServiceContext) (ServicePhaseResult, error) {
			if s.Path == "api" {
				return ServicePhaseResult{}, nil
			}
			time.Sleep(500 * time.Millisecond) // until the other is through
			return ServicePhaseResult{}, errors.New("disk on fire")
		}}},
		After: []WorkflowPhase{step{"assemble", func(context.Context, *AnalysisContext) error { tries.Add(1); panic("no") }}},
	})
	failed, ok := events[len(events)-1].Event.(event.RunFailed)
	if err == nil || err.Error() != "port: disk on fire" || len(out.Documents) != 0 || !ok || failed.Services != nil || failed.Left != nil || tries.Load() != 1 {
		t.Errorf("%v %+v %+v, assembled %d times", err, out.Documents, failed, tries.Load())
	}
}
