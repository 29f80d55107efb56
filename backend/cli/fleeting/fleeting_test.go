package fleeting

import (
	"strings"
	"testing"
	"time"

	"aipack/backend/fleet"
)

func TestMoments(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 15, 4, 5, 0, time.UTC) // a Wednesday
	for text, want := range map[string]string{
		"2026-11-23": "2026-11-23 00:00", "2026-11-23 09:30": "2026-11-23 09:30", "monday": "2026-11-23 00:00", "Wednesday": "2026-11-25 00:00",
		"thursday": "2026-11-19 00:00", "36h": "2026-11-24 03:04", "7d": "2026-11-18 15:04", "2026-11-23T09:00:00Z": "2026-11-23 09:00",
	} {
		if at, err := moment(text, now); err != nil || at.Format("2006-01-02 15:04") != want {
			t.Errorf("%s: %s, %v", text, at, err)
		}
	}
	for _, text := range []string{"", "someday", "-7d", "-2h", "0d"} {
		if at, err := moment(text, now); err == nil {
			t.Errorf("%q: %s", text, at)
		}
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	m := &metrics{done: map[fleet.Cause]int{}}
	m.count(fleet.Result{Cause: fleet.Detected, Seconds: 1.5, CPU: 1}, false)
	m.count(fleet.Result{Cause: fleet.Detected}, true)
	var b strings.Builder
	m.write(&b, fleet.Status{Waiting: 3, Running: 2, Later: 1, Causes: map[fleet.Cause]int{fleet.Failed: 4}, Workers: make([]fleet.Member, 2)})
	for _, line := range []string{
		"# TYPE aipack_fleet_jobs gauge\n", "aipack_fleet_jobs{state=\"waiting\"} 3\n", "aipack_fleet_jobs{state=\"later\"} 1\n", "aipack_fleet_repositories{result=\"failed\"} 4\n",
		"aipack_fleet_workers 2\n", "aipack_fleet_done_total{result=\"detected\"} 1\n", "aipack_fleet_known_total 1\n", "aipack_fleet_seconds_total 1.5\n", "aipack_fleet_cpu_seconds_total 1\n",
	} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("%q is missing in\n%s", line, b.String())
		}
	}
}
