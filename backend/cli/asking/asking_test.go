package asking

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/model/llm"
	"aipack/backend/model/llm/gateway"
	"aipack/backend/model/llm/recording"
	"aipack/backend/model/llm/script"
	"aipack/backend/model/llm/script/served"
	"aipack/backend/model/llm/selector"
)

func TestTerms(t *testing.T) {
	data := t.TempDir()
	t.Setenv("AIPACK_DATA", data)
	if err := os.MkdirAll(filepath.Join(data, "spending"), 0o700); err != nil {
		t.Fatal(err)
	}
	quiet := func(text string) { t.Error(text) }
	for name, c := range map[string]struct {
		asked    cli.Asking
		mode     recording.Mode
		misuse   bool
		fallback string
	}{
		"usual":          {cli.Asking{Provider: "ollama", Model: "m"}, "", false, ""},
		"records":        {cli.Asking{Record: "here"}, recording.Record, false, ""},
		"replays":        {cli.Asking{Replay: "here"}, recording.Replay, false, ""},
		"both":           {cli.Asking{Record: "here/", Replay: "./here"}, recording.Auto, false, ""},
		"no fallback":    {cli.Asking{Fallback: selector.NoFallback}, "", false, selector.NoFallback},
		"other fallback": {cli.Asking{Fallback: "openai"}, "", false, "openai"},
		"no such one":    {cli.Asking{Fallback: "somebody"}, "", true, "somebody"},
	} {
		c.asked.Say = quiet
		got, err := Terms(c.asked)
		if (fault.CodeOf(err) == fault.WrongUse) != c.misuse || !c.misuse && err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Mode != c.mode || got.Fallback != c.fallback || got.Provider != c.asked.Provider || got.Model != c.asked.Model || got.By != "on the command line" {
			t.Errorf("%s: %+v", name, got)
		}
		if !c.misuse && (got.Books == nil || got.Books.Dir != filepath.Join(data, "spending")) {
			t.Errorf("%s: its requests are in no ledger", name)
		}
	}
}

func TestWhatIsMeasuredIsAskedWithoutChance(t *testing.T) {
	for _, a := range []cli.Asking{{Measured: true}, {Record: "here"}, {Replay: "here"}, {Record: "here", Replay: "here"}} {
		if o := manner(a); o.Temperature == nil || *o.Temperature != 0 || o.AnswerTokens != 8192 {
			t.Errorf("%+v: %v, %d tokens", a, o.Temperature, o.AnswerTokens)
		}
	}
	if o := manner(cli.Asking{Calls: 32}); o.Limits.Calls != 32 {
		t.Errorf("%d tool calls", o.Limits.Calls)
	}
	if o := manner(cli.Asking{Provider: "ollama"}); o.Temperature != nil || o.AnswerTokens != 0 {
		t.Errorf("a usual run is asked at %v for %d tokens", o.Temperature, o.AnswerTokens)
	}
}

// TestWhatIsRecordedIsNotAskedAgain: with one folder for --record and --replay a
// question costs once, also in another process; the folder replays alone.
func TestWhatIsRecordedIsNotAskedAgain(t *testing.T) {
	model := script.New(script.Say("one"), script.FailAs(llm.ServerFault), script.Say("two"))
	t.Setenv("AIPACK_DATA", served.Alone(t, served.New(t, model, served.Ollama).URL))
	dir := filepath.Join(t.TempDir(), "kept")
	said := ""
	ask := func(a cli.Asking, questions ...string) (answers []string) {
		t.Helper()
		a.Say = func(text string) { said = text }
		client, err := Client(gateway.New("test"))(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			answer, err := client.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Role: llm.User, Text: q}}}, nil)
			if err != nil {
				t.Fatal(err)
			}
			answers = append(answers, fmt.Sprint(answer.Message.Text, " ", answer.Recorded))
		}
		return answers
	}
	both := cli.Asking{Provider: "ollama", Fallback: selector.NoFallback, Record: dir, Replay: dir}
	for _, c := range []struct {
		asked     cli.Asking
		questions []string
		want      []string
		left      int // answers that nobody has asked for
	}{
		{both, []string{"first"}, []string{"one false"}, 2},
		{both, []string{"first"}, []string{"one true"}, 2},
		{both, []string{"first", "second"}, []string{"one true", "two false"}, 0}, // it is tried twice
		{cli.Asking{Replay: dir}, []string{"second", "first"}, []string{"two true", "one true"}, 0},
	} {
		if got := ask(c.asked, c.questions...); !slices.Equal(got, c.want) || model.Left() != c.left {
			t.Errorf("%q gave %q, %d left", c.questions, got, model.Left())
		}
		if c.asked.Record != "" && !strings.Contains(said, "what was recorded answers again") {
			t.Errorf("said %q", said)
		}
	}
}
