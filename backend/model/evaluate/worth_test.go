package evaluate

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"aipack/backend/detect/pipeline"
	"aipack/backend/model/llm"
	"aipack/backend/universalbuild"
)

// run is a run over a fixture with one document, whose ports are these.
func run(fixture int, name string, took time.Duration, spent pipeline.Spent, ports ...int) measured {
	want, got := document("."), document(".")
	got.Runtime.Ports = nil
	for _, p := range ports {
		got.Runtime.Ports = append(got.Runtime.Ports, universalbuild.Port{Port: p, Protocol: "tcp"})
	}
	docs := []universalbuild.UniversalBuild{got}
	return measured{fixture: fixture, name: name, docs: docs, scores: Score([]universalbuild.UniversalBuild{want}, docs), spent: spent, took: took}
}

// worthOfFour is that of a model in four projects, whose port is 8080: it finds
// one, loses one, takes one wrong for another, and breaks down in the last.
func worthOfFour() Worth {
	d := Detection{
		Fixtures: []Fixture{{Name: "a/found"}, {Name: "a/lost"}, {Name: "a/other"}, {Name: "a/broken"}},
		Price: func(provider, model string, u llm.Usage) (float64, bool) {
			return float64(u.Prompt-u.Cached)/1000 + float64(u.Completion)/100, provider+" "+model == "p m"
		},
	}
	s := Subject{Name: "x", Modes: []string{pipeline.Full}}
	asked := pipeline.Spent{Model: "p m", Questions: 2, Taken: 1, Prompt: 100, Cached: 40, Completion: 5}
	broke := pipeline.Spent{Model: "p m", Questions: 1, Failure: "it has no tools"}
	return d.worth(s,
		[]measured{
			run(0, "x, full", 4*time.Second, asked, 8080), run(1, "x, full", time.Second, asked, 81),
			run(2, "x, full", 2*time.Second, asked, 82), run(3, "x, full", 9*time.Second, broke, 80),
		},
		[]measured{run(0, "", 0, pipeline.Spent{}, 80), run(1, "", 0, pipeline.Spent{}, 8080), run(2, "", 0, pipeline.Spent{}, 80), run(3, "", 0, pipeline.Spent{}, 80)},
	)[0]
}

// TestWorthIsWhatBecameOfEachField: of 36 fields three ports are wrong by the
// rules. The median of 1, 2, 4 and 9 s is 3 s; a question costs 60 uncached
// thousandths and 5 hundredths.
func TestWorthIsWhatBecameOfEachField(t *testing.T) {
	t.Parallel()
	w := worthOfFour()
	if got, want := w.Sums(), (Sums{Fields: 36, Rules: 33, Right: 33, Gained: 1, Lost: 1, Changed: 1}); got != want {
		t.Errorf("%+v", got)
	}
	if w.MedianMS != 3000 || w.SlowestMS != 9000 || w.DurationMS != 16_000 || w.Questions != 7 || w.Taken != 3 || w.Asked != "p m" {
		t.Errorf("%+v", w)
	}
	if usd := w.USD - 3*0.11; usd > 1e-9 || usd < -1e-9 || !w.Priced {
		t.Errorf("$%g, %v", w.USD, w.Priced)
	}
}

func TestWorthIsWritten(t *testing.T) {
	t.Parallel()
	r := Report{Suite: "D", Title: "Detection", Worth: []Worth{worthOfFour()}}
	var text, page, raw bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"  ports                    1 of 4          1 of 4          1           1        1\n",
		"  all                    33 of 36        33 of 36          1           1        1\n",
		"  put right, ports: a/found\n  made wrong, ports: a/lost\n  changed, ports: a/other\n",
		"  7 questions, 3 answers taken; 300 tokens read, 15 written; $0.33; 16.0 s in all, 3.0 s a project (median), 9.0 s the slowest.\n",
		"could not be asked to the end: it has no tools\n    in a/broken\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
	if err := r.WriteHTML(&page); err != nil || !strings.Contains(page.String(), `<span class="bad">1</span><div>a/lost</div>`) || !strings.Contains(page.String(), "a/broken: it has no tools") {
		t.Errorf("%v\n%s", err, page.String())
	}
	if err := r.WriteJSON(&raw); err != nil {
		t.Fatal(err)
	}
	var back Report
	if err := json.Unmarshal(raw.Bytes(), &back); err != nil || back.Worth[0].Fields[6].Lost[0] != "a/lost" || back.Worth[0].Projects[3].Problem == "" {
		t.Errorf("%v\n%s", err, raw.String())
	}
}
