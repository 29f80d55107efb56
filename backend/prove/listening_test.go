package prove

import (
	"strings"
	"testing"

	"github.com/moby/buildkit/solver/pb"

	"aipack/backend/packaging/export"
	"aipack/backend/prove/external"
	"aipack/backend/prove/unplanned"
	"aipack/backend/universalbuild"
)

// TestOverheard: what a program that is healthy listens on beside its plan is told, and
// what it serves there stands beside the verdict.
func TestOverheard(t *testing.T) {
	s := &session{network: pb.NetMode_NONE, report: &Report{Verdict: Proven, Probe: &Probe{Kind: "watch"}, Start: &Started{Listening: []string{"unix /run/door.sock", "udp 0.0.0.0:5353"}}}}
	s.others = []unplanned.Port{
		{Port: 9464, Speaks: external.HTTP, Root: external.Answer{Status: 404}, Operates: "its metrics", Path: "/metrics"},
		{Port: 3100, Speaks: external.HTTP, Root: external.Answer{Status: 503}},
		{Port: 9000, Err: external.ErrSilent},
	}
	list := s.warnings()
	if len(list) != 3 || !list[0].Loud || list[1].Loud || list[2].Rule != "socket_undeclared" {
		t.Fatalf("%+v", list)
	}
	for i, want := range []string{"on port 3100, where it answers GET / with 503;", "on port 9464, where it answers for its metrics (GET /metrics), and on port 9000, where it took", "(/run/door.sock)"} {
		if !strings.Contains(list[i].Message, want) {
			t.Errorf("%q", list[i].Message)
		}
	}
	s.report.Start.Listening = []string{"unix @door"}
	if list := s.warnings(); !strings.Contains(list[len(list)-1].Message, "on a Unix socket (@door)") {
		t.Errorf("%+v", list)
	}
	s.report.Failure = explain(errNoStart, export.Text{}, universalbuild.UniversalBuild{}, s.report)
	if list := s.warnings(); len(list) > 0 {
		t.Errorf("of a program that failed it is told, too: %+v", list)
	}
}
