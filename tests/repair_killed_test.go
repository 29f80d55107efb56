package tests

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/prove"
	"aipack/backend/prove/cause"
	"aipack/backend/prove/repair"
	"aipack/backend/store/projectdb"
	"aipack/backend/universalbuild"
)

// kills is how often a repair is killed at each of its places.
const kills = 5

// TestARepairSurvivesKill kills a repair at each of its phases, in each of its proofs,
// and lets another process go on: no try that was decided is made again, none is lost,
// and it comes to the same end.
func TestARepairSurvivesKill(t *testing.T) {
	if dir := os.Getenv("REPAIR_TEST_CHILD"); dir != "" {
		os.Exit(repairHere(dir, os.Getenv("REPAIR_TEST_STOP")))
	}
	for _, place := range []string{
		"begun", "build 1", "run 1", "security 1", "trying 1", "build 2", "run 2", "security 2", "decided 1", "saved 2", "trying 2", "build 3", "security 3", "decided 2", "saved 3", "keep",
	} {
		t.Run(strings.ReplaceAll(place, " ", "-"), func(t *testing.T) {
			t.Parallel()
			for range kills {
				dir := t.TempDir()
				if said := runRepair(t, dir, place); said[len(said)-1] != "at "+place {
					t.Fatalf("it ended before: %q", said)
				}
				said := runRepair(t, dir, "")
				if said[len(said)-1] != "proven 9000 libpq-dev tries 2" {
					t.Fatalf("killed at %s: %q", place, said)
				}
				log, err := os.ReadFile(filepath.Join(dir, "proofs"))
				if err != nil {
					t.Fatal(err)
				}
				// What was being proved is proved again, and nothing else.
				lines := strings.Fields(string(log))
				proofs := slices.Compact(slices.Clone(lines))
				if want := []string{"8080", "9000", "9000+libpq-dev"}; !slices.Equal(proofs, want) || len(lines) > 4 {
					t.Errorf("killed at %s: %q was proved, want %q", place, lines, want)
				}
			}
		})
	}
}

// runRepair runs a repair of a folder in a process of its own, and kills it where it
// says that it has come to a place; "" lets it end. It gives what was said.
func runRepair(t *testing.T, dir, place string) (said []string) {
	t.Helper()
	return runUntil(t, "TestARepairSurvivesKill", "REPAIR_TEST", dir, place)
}

// runUntil runs a test as a child with a folder and a place, in variables that begin with
// a word.
func runUntil(t *testing.T, test, word, dir, place string) (said []string) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run", "^"+test+"$")
	child.Env = append(os.Environ(), word+"_CHILD="+dir, word+"_STOP="+place)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		said = append(said, lines.Text())
		if place != "" && lines.Text() == "at "+place {
			if err := child.Process.Kill(); err != nil {
				t.Error(err)
			}
		}
	}
	_ = child.Wait() // where it was killed, that is its error
	if len(said) == 0 {
		t.Fatal("it said nothing")
	}
	return said
}

// stopping waits to be killed at a place.
type stopping string

func (s stopping) at(place string, words ...any) {
	if place = fmt.Sprintf(place, words...); string(s) == place {
		fmt.Println("at " + place)
		time.Sleep(time.Minute)
	}
}

// repairHere is the child: a program that listens on 9000 and wants libpq, whose plan
// knows neither.
func repairHere(dir, place string) int {
	stop := stopping(place)
	db, err := projectdb.Open(filepath.Join(dir, "data"), dir, time.Now)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	save := func(s repair.Saved) error {
		err := db.Save(projectdb.Repair{ID: s.ID, Key: s.Key, Phase: string(s.Phase), Attempts: s.Attempts, State: s.State})
		stop.at("saved %d", s.Attempts+1)
		return err
	}
	var session *repair.Session
	old, err := db.Latest("key", string(repair.Done), string(repair.Escalated))
	switch {
	case err == nil:
		session, err = repair.Resume(repair.Saved{ID: old.ID, Key: old.Key, Phase: repair.Phase(old.Phase), Attempts: old.Attempts, State: old.State}, save)
	case errors.Is(err, projectdb.ErrAbsent):
		session, err = repair.NewSession(repair.Saved{ID: "a", Key: "key"}, save), nil
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	stop.at("begun")
	var doc universalbuild.UniversalBuild
	doc.Metadata.Path, doc.Runtime.Ports = ".", []universalbuild.Port{{Port: 8080, Protocol: "tcp"}}
	requests, reports, err := session.Stand([]prove.Request{{Document: universalbuild.Normal(doc), Dir: dir}})
	judge := &scriptedProofs{dir: dir, stop: stop, session: session}
	if err == nil && reports == nil {
		if reports, err = judge.Together(context.Background(), requests); err == nil {
			session.Begun(requests, reports)
		}
	}
	if err == nil {
		reports, err = repair.Loop{
			Fix: true, Session: session,
			Tell: func(p prove.Progress) {
				if p.Try.State == prove.Trying {
					stop.at("trying %d", p.Index+1)
				} else {
					stop.at("decided %d", p.Index+1)
				}
			},
			Keep: func(string, prove.Try, map[string]string) error { stop.at("keep"); return nil },
		}.Together(context.Background(), judge, requests, reports)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	end := reports[0].Mending.Document
	fmt.Println(reports[0].Verdict, end.Runtime.Ports[0].Port, strings.Join(end.Build.SystemPackages, " "), "tries", len(reports[0].Mending.Tries))
	return 0
}

// scriptedProofs judges plans by what the program wants, and writes down each.
type scriptedProofs struct {
	dir     string
	stop    stopping
	session *repair.Session
	n       int
}

func (s *scriptedProofs) Together(_ context.Context, requests []prove.Request) ([]*prove.Report, error) {
	doc := requests[0].Document
	what := fmt.Sprint(doc.Runtime.Ports[0].Port)
	if len(doc.Build.SystemPackages) > 0 {
		what += "+" + doc.Build.SystemPackages[0]
	}
	s.n = map[string]int{"8080": 1, "9000": 2}[what]
	if s.n == 0 {
		s.n = 3
	}
	log, err := os.OpenFile(filepath.Join(s.dir, "proofs"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	if _, err := fmt.Fprintln(log, what); err != nil {
		return nil, err
	}
	for _, phase := range []struct{ progress, place string }{{"build", "build"}, {"start", "run"}, {"checks", "security"}} {
		s.session.Hear(prove.Progress{Phase: phase.progress})
		s.stop.at("%s %d", phase.place, s.n)
	}
	report := &prove.Report{Service: ".", Verdict: prove.Failed, Failure: &cause.Failure{Stage: "build", Rule: "wrong_port", Class: cause.Project, Cause: "It listens on 9000."}}
	switch s.n {
	case 1:
		report.Failure.Edits = []cause.Edit{{Field: "/runtime/ports/0/port", Value: 9000}}
	case 2:
		report.Failure = &cause.Failure{Stage: "start", Rule: "missing_system_package", Class: cause.Project, Cause: "libpq is missing.", Edits: []cause.Edit{{Field: "/build/system_packages", Value: []string{"libpq-dev"}}}}
	default:
		report.Verdict, report.Failure = prove.Proven, nil
	}
	return []*prove.Report{report}, nil
}
