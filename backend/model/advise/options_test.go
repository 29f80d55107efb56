package advise

import (
	"testing"
	"time"

	"aipack/backend/base/settings"
)

func TestTheUsersLimitsAreKept(t *testing.T) {
	s := settings.Default()
	s.MaxContextTokens, s.PhaseTimeoutS, s.TimeoutS, s.MaxToolCalls = 9000, 7, 70, 5
	s.MaxToolResultTokens, s.SummarizeAfter, s.MaxFileLines = 800, 3, 40
	o := Within(s)
	if o.Most != 9000 || o.Limits != (Limits{Phase: 7 * time.Second, Run: 70 * time.Second, Calls: 5}) || o.Talk.ToolResult != 800 || o.Talk.SummariseAfter != 3 {
		t.Errorf("%+v", o)
	}
	if o.Tools.Lines != 40 || o.Tools.MostLines != mostLines || o.Tools.Tokens != 800 {
		t.Errorf("%+v", o.Tools)
	}
	if s.MaxFileLines = 2000; Within(s).Tools.MostLines != 2000 {
		t.Error("a reading shows less than the user allows")
	}
}
