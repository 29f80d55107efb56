package phase

import (
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

func TestTheNumberInPlaceOfPORT(t *testing.T) {
	t.Parallel()
	got := withNumber(language.Start{
		Command:   []string{"sh", "-c", "exec uvicorn main:app --port ${PORT:-8000}"},
		Processes: []universalbuild.Process{{Name: "page", Command: []string{"serve", "${PORT:-8000}", "$PORT"}}},
	}, 8000)
	if got := strings.Join(append(got.Command, got.Processes[0].Command...), " "); got != "sh -c exec uvicorn main:app --port 8000 serve 8000 $PORT" {
		t.Error(got)
	}
}
