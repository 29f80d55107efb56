package prove

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/prove/cause"
)

func TestToldInWords(t *testing.T) {
	p := Probe{AfterMS: 400, AgainMS: 4410, Asked: []Asked{
		{Look: 1, Port: 8080, What: "GET /", Status: 200, OK: true, Said: "200", Via: []string{"/login"}, LatencyMS: 3},
		{Look: 1, Port: 8080, What: "GET /health", Status: 200, OK: true, Said: "200", LatencyMS: 2},
		{Look: 2, Port: 8080, What: "GET /", Status: 200, OK: true, Said: "200", LatencyMS: 5},
		{Look: 2, Port: 8080, What: "GET /health", Status: 503, Said: "it answers 503", LatencyMS: 5},
	}}
	want := []string{"answers GET / with 200 in 3 ms, by way of /login, again 4 s later", "answers GET /health with 200 in 2 ms", "4 s later: GET /health: it answers 503"}
	if d := cmp.Diff(want, p.Sentences()); d != "" {
		t.Error(d)
	}
	two := Probe{Asked: []Asked{{Look: 1, Port: 1, What: "grpc.health.v1.Health/Check", Status: 200, OK: true, Said: "SERVING"}, {Look: 1, Port: 2, What: "connect", Said: "nothing listens"}}}
	if d := cmp.Diff([]string{"grpc.health.v1.Health/Check on port 1: SERVING", "connect on port 2: nothing listens"}, two.Sentences()); d != "" {
		t.Error(d)
	}
	unplanned := Probe{Kind: "watch", Asked: []Asked{
		{Look: 1, Port: 7171, Unplanned: "0.0.0.0:7171", What: "GET /", Status: 200, OK: true, Said: "200", LatencyMS: 3},
		{Look: 1, Port: 8000, Unplanned: "127.0.0.1:8000", What: "GET /", Status: 503, Said: "503"},
	}}
	if d := cmp.Diff([]string{"answers GET / at 0.0.0.0:7171, which the plan does not name, with 200 in 3 ms", "GET / at 127.0.0.1:8000, which the plan does not name: 503"}, unplanned.Sentences()); d != "" {
		t.Error(d)
	}
	if (Probe{}).Sentences() != nil {
		t.Error("something is told of nothing")
	}
}

func TestHTMLSaysTheVerdictWithItsLoudWarningsFirst(t *testing.T) {
	var b bytes.Buffer
	r := &Report{
		Name: "shop", Service: ".", Verdict: NotBuilt,
		Warnings: []Warning{{Message: "quiet <b>"}, {Message: "/ answers 404", Loud: true}},
		Probe:    &Probe{Healthy: true, Protocol: "grpc", Asked: []Asked{{Look: 1, What: "connect", OK: true, Said: "it takes connections"}}},
	}
	if err := WriteHTML(&b, []*Report{r}); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	at := -1
	for _, want := range []string{`class="not_built">not built`, "/ answers 404", "connect: it takes connections", "gRPC", "quiet &lt;b&gt;"} {
		next := strings.Index(page, want)
		if next <= at {
			t.Errorf("%q is missing or too early in\n%s", want, page)
		}
		at = next
	}
}

// TestBesideBlamesNobodyForWhatWasNotDue: a program that was not started could
// connect to nothing, and a service that was healthy needs no line.
func TestBesideBlamesNobodyForWhatWasNotDue(t *testing.T) {
	r := Report{
		Stores:   []DataService{{Name: "db", ID: "postgresql", Image: "postgres:17", State: StoreHealthy, AfterMS: 1400}},
		Services: []cause.Neighbour{{ID: "api", Reason: "its release failed"}, {ID: "auth", Healthy: true}},
	}
	unhealthy := "api, which it needs: unhealthy: its release failed"
	if d := cmp.Diff([]string{"db (postgres:17): healthy after 1.4 s", unhealthy}, r.Beside()); d != "" {
		t.Error(d)
	}
	r.Start = &Started{}
	if d := cmp.Diff([]string{"db (postgres:17): healthy after 1.4 s, but the program never connected to it", unhealthy}, r.Beside()); d != "" {
		t.Error(d)
	}
}

// TestEveryVerdictIsASentence: "It is ran." is none.
func TestEveryVerdictIsASentence(t *testing.T) {
	for verdict, want := range map[Verdict]string{Proven: "It is proven.", Ran: "It ran and ended by itself.", NotBuilt: "It was not built."} {
		if got := verdict.Of("It"); got != want {
			t.Errorf("%s: %q", verdict, got)
		}
	}
	for _, verdict := range []Verdict{Incomplete, Failed, Stopped} {
		if got := verdict.Of("It"); len(got) < len("It is x.") {
			t.Errorf("%s: %q", verdict, got)
		}
	}
}

// TestTheReportHasTheWords: what the page shows of what stood beside the program
// stands in the report, for each state.
func TestTheReportHasTheWords(t *testing.T) {
	one := 1
	r := Report{
		Stores: []DataService{
			{State: StoreHealthy, AfterMS: 1400}, {State: StoreStarting}, {State: StoreUnknown},
			{State: StoreLeftOut, Reason: "DATABASE_URL was given"}, {State: StoreFailed, Reason: "exit code 1"}, {State: StoreFailed},
		},
		Services: []cause.Neighbour{{Healthy: true}, {Reason: "its release failed"}},
		Release:  &Release{ExitCode: &one, DurationMS: 200},
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		"healthy after 1.4 s", "not healthy yet when the proof ended", "not started: aipack does not know how", "left out: DATABASE_URL was given",
		"failed: exit code 1", "failed: reason unknown", "healthy", "unhealthy: its release failed", "exited with 1 after 0.2 s",
	} {
		if !strings.Contains(string(text), `"words":"`+words+`"`) {
			t.Errorf("the report does not say %q", words)
		}
	}
	var back Report
	if err := json.Unmarshal(text, &back); err != nil || back.Stores[0].AfterMS != 1400 || back.Release.DurationMS != 200 {
		t.Errorf("%v: %+v", err, back)
	}
}

// TestThePageSaysTheSame: its table of verdicts has every one, in these words.
func TestThePageSaysTheSame(t *testing.T) {
	page, err := os.ReadFile("../../frontend/src/state/shared/format.ts")
	if err != nil {
		t.Fatal(err)
	}
	told := map[Verdict]string{}
	for _, m := range regexp.MustCompile(`(\w+): \{ word: "[^"]+", says: "([^"]+)" \}`).FindAllStringSubmatch(string(page), -1) {
		told[Verdict(m[1])] = m[2]
	}
	if d := cmp.Diff(says, told); d != "" {
		t.Error(d)
	}
}
