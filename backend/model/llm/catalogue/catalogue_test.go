package catalogue

import (
	"math"
	"strings"
	"testing"
	"time"

	"aipack/backend/model/llm"
)

// TestTheSpecificationsRows holds A086 to A096: name, window, memory, tier.
func TestTheSpecificationsRows(t *testing.T) {
	t.Parallel()
	for _, want := range []struct {
		id, provider, name string
		window, tier       int
		vram, ram          int
	}{
		{"A086", "ollama", "qwen2.5-coder:14b", 32768, 1, 10, 0},
		{"A087", "ollama", "qwen2.5-coder:32b", 32768, 1, 20, 0},
		{"A088", "ollama", "qwen2.5-coder:7b", 32768, 2, 6, 0},
		{"A089", "ollama", "llama3.1:8b", 131072, 2, 6, 0},
		{"A090", "ollama", "mistral-nemo:12b", 131072, 2, 8, 0},
		{"A091", "ollama", "qwen2.5-coder:7b-q4_0", 32768, 3, 0, 8},
		{"A092", "anthropic", "claude-sonnet-4-20250514", 200000, 0, 0, 0},
		{"A093", "anthropic", "claude-opus-4-20250514", 200000, 0, 0, 0},
		{"A094", "openai", "gpt-4o", 128000, 0, 0, 0},
		{"A095", "openai", "gpt-4o-mini", 128000, 0, 0, 0},
		{"A096", "gemini", "gemini-1.5-flash", 1000000, 0, 0, 0},
	} {
		m, known := Lookup(want.provider, want.name)
		if !known || m.Window != want.window || m.Tier != want.tier || m.VRAM != want.vram || m.RAM != want.ram || !m.Tools || !m.JSON {
			t.Errorf("%s: %+v", want.id, m)
		}
	}
}

func TestLookupSeesThroughTags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ provider, name, row string }{
		{"ollama", "qwen2.5-coder", "qwen2.5-coder:7b"},
		{"ollama", "Qwen2.5-Coder:latest", "qwen2.5-coder:7b"},
		{"ollama", "qwen2.5-coder:14b-instruct-q8_0", "qwen2.5-coder:14b"},
		{"ollama", "qwen2.5-coder:7b-instruct-q4_0", "qwen2.5-coder:7b-instruct-q4_0"},
		{"ollama", "qwen2.5-coder:3b", "qwen2.5-coder:3b"},
		{"ollama", "qwen2.5-coder:0.5b", ""},
		{"ollama", "llama3.1:80b", ""},
		{"openai", "gpt-4o-2024-08-06", "gpt-4o"},
		{"openai", "gpt-4o-mini-2024-07-18", "gpt-4o-mini"},
		{"openai", "gpt-4o-audio-preview", ""},
		{"openai", "gpt-4.1-nano", ""},
		{"openai", "qwen2.5-coder:7b", ""},
		{"anthropic", "claude-sonnet-4-0", "claude-sonnet-4-20250514"},
		{"anthropic", "claude-haiku-4-5-20251001", "claude-haiku-4-5"},
		{"gemini", "models/gemini-2.5-flash", "gemini-2.5-flash"},
		{"gemini", "gemini-2.5-flash-lite", ""},
		{"gemini", "gemini-1.5-flash-002", "gemini-1.5-flash"},
		{"gemini", "", ""},
	} {
		m, known := Lookup(c.provider, c.name)
		if m.Name != c.row || known != (c.row != "") {
			t.Errorf("%s/%s: found %q, want %q", c.provider, c.name, m.Name, c.row)
		}
	}
	if m, _ := Lookup("ollama", "qwen2.5-coder:14b-instruct-q8_0"); m.VRAM != 0 || m.Window != 32768 {
		t.Errorf("another quantisation: %+v", m)
	}
}

func TestDefaultIsAModelThatAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ provider, day, want string }{
		{"anthropic", "2026-06-14", "claude-sonnet-4-20250514"},
		{"anthropic", "2026-06-15", "claude-sonnet-5-5"},
		{"openai", "2026-11-21", "gpt-4o-mini"},
		{"openai", "2027-01-14", "gpt-6-luna"},
		{"ollama", "2030-01-01", "qwen2.5-coder:7b"},
		{"nobody", "2026-11-21", ""},
	} {
		day, err := time.Parse(time.DateOnly, c.day)
		if err != nil {
			t.Fatal(err)
		}
		if got := Default(c.provider, day); got != c.want {
			t.Errorf("%s on %s: %q, want %q", c.provider, c.day, got, c.want)
		}
	}
}

func TestRowsAreSound(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, m := range rows() {
		id := m.Provider + "/" + m.Name
		if seen[id] || m.Title == "" || m.Name != strings.ToLower(m.Name) {
			t.Errorf("%s: twice, without a title, or not in lower case", id)
		}
		seen[id] = true
		if own, known := Lookup(m.Provider, m.Name); !known || own.Name != m.Name {
			t.Errorf("%s is found as %q", id, own.Name)
		}
		if m.Retired != "" {
			next, known := Lookup(m.Provider, m.Successor)
			if _, err := time.Parse(time.DateOnly, m.Retired); err != nil || !known || next.Retired != "" {
				t.Errorf("%s: retired %q, successor %q", id, m.Retired, m.Successor)
			}
		}
		if p := m.Price; p != nil && (p.Input <= 0 || p.Output <= p.Input || p.Cached >= p.Input) {
			t.Errorf("%s: price %+v", id, *p)
		}
	}
}

func TestCost(t *testing.T) {
	t.Parallel()
	sonnet, _ := Lookup("anthropic", "claude-sonnet-4-20250514")
	got, known := sonnet.Cost(llm.Usage{Prompt: 100_000, Cached: 90_000, Completion: 1000, Reported: true})
	if want := 0.03 + 0.027 + 0.015; !known || math.Abs(got-want) > 1e-9 {
		t.Errorf("cost %v, want %v", got, want)
	}
	if _, known := sonnet.Cost(llm.Usage{}); known {
		t.Error("a cost without a count")
	}
	local, _ := Lookup("ollama", "qwen2.5-coder:7b")
	if _, known := local.Cost(llm.Usage{Prompt: 1, Reported: true}); known {
		t.Error("a local model costs nothing that we know of")
	}
}
