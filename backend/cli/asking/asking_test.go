package asking

import (
	"os"
	"path/filepath"
	"testing"

	"aipack/backend/cli"
	"aipack/backend/fault"
	"aipack/backend/llm/recording"
	"aipack/backend/llm/selector"
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
			t.Errorf("%s: its requests are in no books", name)
		}
	}
}

func TestWhatIsMeasuredIsAskedWithoutChance(t *testing.T) {
	for _, a := range []cli.Asking{{Measured: true}, {Record: "here"}, {Replay: "here"}} {
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
