package tests

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/model/advise"
	"aipack/backend/model/evaluate"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/scores"
)

// known are the answers to what the rules are unsure of in testdata/unsure: a
// line of a file, and what a reader makes of it.
var known = []struct {
	ask, path, quote string
	answer, lie      any
}{
	{"TCP port", "tide.cpp", `const std::map<std::string, int> ports = {{"tide", 7301}, {"probe", 7302}};`, 7301, 7302},
	{"TCP port", "Bell.java", `static final Map<String, Integer> PORTS = Map.of("clock", 9206, "bell", 9207);`, 9207, 9206},
	{"TCP port", "ports.js", `module.exports = new Map([["clock", 4116], ["bell", 4117]]);`, 4117, 4116},
	{"TCP port", "places.py", `PORTS = {"moon": 8764, "dial": 8765}`, 8765, 8764},
	{"TCP port", "lamp.rb", `PORTS = { lamp: 6017, bell: 6018 }.freeze`, 6017, 6018},
	{"TCP port", "src/ports.rs", `Port::Echo => 7070,`, 7070, nil},
	{"What is the Python program", "office.py", `line.start_consuming()`, "worker", nil},
	{"Which command starts", "letters.py", `Office("letters").open()`, []string{"python", "letters.py"}, []string{"python", "letters.py", "--again"}},
}

// reader answers what it knows, and owns up to the rest; false says the lies.
func reader(honest bool) script.Step {
	return script.From(func(r llm.Request) (*llm.Response, error) {
		text, said := r.Messages[len(r.Messages)-1].Text, map[string]any{"known": false}
		for _, k := range known {
			if !strings.Contains(text, k.ask) || !strings.Contains(text, k.quote) || len(r.Tools) > 0 {
				continue
			}
			answer := k.answer
			if !honest {
				answer = k.lie
			}
			said = map[string]any{"known": answer != nil, "answer": answer, "path": k.path, "quote": k.quote, "confidence": 0.9}
		}
		raw, err := json.Marshal(said)
		return &llm.Response{Message: llm.Message{Text: string(raw)}, Usage: llm.Usage{Prompt: 1000, Cached: 400, Completion: 20, Reported: true}}, err
	})
}

// unsure are the projects of which the carried set is made.
func unsure(t *testing.T) []evaluate.Fixture {
	t.Helper()
	set, err := evaluate.Archived(os.DirFS("testdata"), "unsure")
	if err != nil || len(set) != 7 {
		t.Fatal(len(set), err)
	}
	return set
}

// TestWorth has models answer seven projects whose labels people wrote, of
// which the rules have one field wrong each: 56 of 63 are right. A port that
// another line of the same table has is a lie that no rule sees. The numbers
// are worked out by hand.
func TestWorth(t *testing.T) {
	right, wrong := reader(true), reader(false)
	var breaks script.Client
	breaks = script.Client{Rest: func(ctx context.Context, r llm.Request) (*llm.Response, error) {
		if len(breaks.Requests()) > 2 {
			return nil, &llm.Error{Kind: llm.Unauthorised, Provider: "openai", Message: "no credit is left"}
		}
		return right(ctx, r)
	}}
	for name, test := range map[string]struct {
		client     *script.Client
		sums       evaluate.Sums
		questions  int
		taken      int
		usd        float64 // 1,800 millionths for each request
		unfinished int
		met        bool
	}{
		// One question about each port; of the consumer its start and what it is.
		// Its build is asked, too, and has no steps.
		"reads": {&script.Client{Rest: right}, evaluate.Sums{Fields: 63, Rules: 56, Right: 63, Gained: 7}, 9, 8, 9 * 0.0018, 0, true},
		// Five other ports and another start, and nothing said of one port. Nobody
		// says that the consumer has no port, so that its start brings one, with a
		// health check. Its port and its build are asked, too.
		"lies": {&script.Client{Rest: wrong}, evaluate.Sums{Fields: 63, Rules: 56, Right: 54, Lost: 2, Changed: 6}, 10, 6, 10 * 0.0018, 0, false},
		// Two ports, and then nothing.
		"breaks": {&breaks, evaluate.Sums{Fields: 63, Rules: 56, Right: 58, Gained: 2}, 7, 2, 2 * 0.0018, 5, true},
	} {
		t.Run(name, func(t *testing.T) {
			test.client.ProviderID, test.client.ModelName = "openai", "scripted"
			var heard []string
			r, err := evaluate.Detection{
				Fixtures: unsure(t), Analyse: analysis.New().Execute, Now: time.Now,
				Price: func(provider, model string, u llm.Usage) (float64, bool) {
					return (float64(u.Prompt-u.Cached)*2 + float64(u.Cached) + float64(u.Completion)*10) / 1e6, provider == "openai" && model == "scripted"
				},
				Progress: func(c evaluate.Case) { heard = append(heard, c.Group+": "+c.Name) },
				Subjects: []evaluate.Subject{{Name: name, Modes: []string{pipeline.Full}, Alone: true, Advise: answeredBy(test.client)}},
			}.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			w := r.Worth[0]
			if got := w.Sums(); got != test.sums {
				t.Errorf("%+v, not %+v", got, test.sums)
			}
			if cents := int(w.USD*1e6+0.5) - int(test.usd*1e6+0.5); w.Questions != test.questions || w.Taken != test.taken || cents != 0 || !w.Priced {
				t.Errorf("%d questions, %d taken, $%g", w.Questions, w.Taken, w.USD)
			}
			left := w.Unfinished()
			if len(left) != test.unfinished || len(left) > 0 && !strings.Contains(left[0].Problem, "no credit is left") {
				t.Errorf("not to the end: %+v", left)
			}
			if r.Met != test.met || len(heard) != 14 || !slices.Contains(heard, name+", full: port/rust-std") {
				t.Errorf("met %v; heard %q", r.Met, heard)
			}
		})
	}
}

func answeredBy(client llm.Client) func(context.Context, string, string) (pipeline.Adviser, error) {
	return func(context.Context, string, string) (pipeline.Adviser, error) {
		return advise.New(advise.Options{Registry: analysis.Registry(), Open: func(context.Context) (llm.Client, error) { return client, nil }}), nil
	}
}

// TestNoModelCostsMoreThanIsForetold has one use up all that it may: every
// answer is as long as it can be, and none holds.
func TestNoModelCostsMoreThanIsForetold(t *testing.T) {
	set := scores.Set{Fixtures: unsure(t)}
	foreseen, err := set.Foresee(t.Context(), analysis.Registry(), analysis.New().Execute)
	if err != nil {
		t.Fatal(err)
	}
	completion, longest := 0, 0
	client := &script.Client{Rest: script.From(func(r llm.Request) (*llm.Response, error) {
		completion, longest = completion+r.MaxTokens, max(longest, r.MaxTokens)
		return &llm.Response{Message: llm.Message{Text: "no JSON"}, Stop: llm.StopLength}, nil
	})}
	_, err = set.Measure(t.Context(), scores.Manner{
		Analyse: analysis.New().Execute, Now: time.Now, Price: scores.Free, Progress: func() {},
		Advise: func() pipeline.Adviser {
			o := advise.Options{Registry: analysis.Registry(), Window: 128_000, Open: func(context.Context) (llm.Client, error) { return client, nil }}
			return advise.New(o.Measured())
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if longest != 8192 || completion == 0 || completion > foreseen.Most.Completion {
		t.Errorf("%d tokens at most in an answer, %d in all; %d were foretold", longest, completion, foreseen.Most.Completion)
	}
	t.Logf("%d of %d tokens", completion, foreseen.Most.Completion)
}
