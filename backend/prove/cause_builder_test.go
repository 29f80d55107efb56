package prove

import (
	"errors"
	"strings"
	"testing"

	"github.com/moby/buildkit/util/grpcerrors"

	"aipack/backend/export"
	"aipack/backend/universalbuild"
)

func TestTheBuildersOwnDeadline(t *testing.T) {
	err := grpcerrors.WrapCode(errors.New("stream terminated by RST_STREAM with error code: CANCEL"), 4) // DeadlineExceeded
	if f := explain(&stageError{"build", err}, export.Text{}, universalbuild.UniversalBuild{}, &Report{}); f.Stage != "limit" || f.Rule != "time_limit" {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitSaysWhatItWaitsFor(t *testing.T) {
	f := sample{stage: "limit", log: []string{"Fetching x", ""}}.explain(universalbuild.UniversalBuild{})
	if f.Rule != "time_limit" || !strings.Contains(f.Cause, "Fetching x") || f.Line != 1 {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitOfASilentStep(t *testing.T) {
	if f := (sample{stage: "limit"}).explain(universalbuild.UniversalBuild{}); !strings.Contains(f.Cause, "printed nothing") {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitNamesTheStep(t *testing.T) {
	report := &Report{Steps: []Step{{Name: "[build 1/2] FROM a:1", State: "done"}, {Name: "[build 2/2] RUN go  install ./...", Line: 2, State: "running", Log: []string{"go: downloading x v1"}}}}
	f := explain(&stageError{"build", errTooLong}, export.Text{Content: "FROM a:1\nRUN go install ./...\n"}, universalbuild.UniversalBuild{}, report)
	if want := "it was at “RUN go install ./...”, and the last thing it printed is: “go: downloading x v1”."; f.Line != 2 || !strings.HasSuffix(f.Cause, want) {
		t.Errorf("%+v", f)
	}
	report.Steps[1].Log = nil
	f = explain(&stageError{"build", errTooLong}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if !strings.HasSuffix(f.Cause, "printed nothing: “RUN go install ./...”.") {
		t.Errorf("%+v", f)
	}
}

func TestAnImageThatIsOnlyCopiedFrom(t *testing.T) {
	text := export.Text{Content: "FROM php:8.4\nRUN true\nRUN --mount=type=bind,from=composer:2,target=/mnt cp /mnt/a /\nCOPY --from=composer:2.8 /b /\n"}
	err := errors.New("composer:2: failed to resolve source metadata for docker.io/library/composer:2: docker.io/library/composer:2: not found")
	f := explain(&stageError{"build", err}, text, universalbuild.UniversalBuild{}, &Report{})
	if f.Rule != "image_not_found" || f.Line != 3 || f.Cause != "There is no image composer:2." {
		t.Errorf("%+v", f)
	}
}

func TestTimeLimitBeforeTheFirstStep(t *testing.T) {
	report := &Report{Dockerfile: "FROM python:3.13-slim AS build\nRUN true\nFROM --platform=linux/amd64 debian:12\nCOPY --from=build /a /a\nFROM build\n"}
	f := explain(&stageError{"build", errTooLong}, export.Text{}, universalbuild.UniversalBuild{}, report)
	if f.Rule != "time_limit" || !strings.Contains(f.Cause, "no step") || !strings.Contains(f.Cause, ": python:3.13-slim, debian:12.") {
		t.Errorf("%+v", f)
	}
}
