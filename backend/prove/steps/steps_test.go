package steps_test

import (
	"testing"

	"aipack/backend/prove/steps"
)

const twoStages = "FROM node:22 AS build\n\nWORKDIR /app\nENV A=b\nCOPY . .\nRUN npm ci \\\n    && true\n\nFROM debian\nCOPY --from=build /app /app\nCMD [\"x\"]\n"

func TestLines(t *testing.T) {
	lines := steps.Of(twoStages)
	for _, c := range []struct {
		vertex, stage string
		line          int
	}{
		{"[build 1/4] FROM docker.io/library/node:22@sha256:x", "build", 1},
		{"[build  2/4] WORKDIR /app", "build", 3},
		{"[build 4/4] RUN npm ci", "build", 6},
		{"[stage-1 2/2] COPY --from=build /app /app", "stage-1", 10},
		{"[stage-1 9/9] RUN none", "stage-1", 0},
		{"[other 1/1] RUN x", "other", 0},
		{"exporting to image", "", 0},
	} {
		if stage, line := lines.At(c.vertex); stage != c.stage || line != c.line {
			t.Errorf("%s: %s %d, want %s %d", c.vertex, stage, line, c.stage, c.line)
		}
	}
	if _, line := steps.Of("FROM a\nRUN b\n").At("[2/2] RUN b"); line != 2 {
		t.Errorf("one stage: line %d", line)
	}
	if got := steps.Of("RNU"); len(got) != 1 && len(got) != 0 {
		t.Errorf("not a Dockerfile: %v", got)
	}
}
