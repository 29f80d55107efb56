package gateway

import (
	"slices"
	"testing"

	"aipack/backend/model/hardware"
	"aipack/backend/model/modelfile"
)

// TestWithoutGPUOllamaIsAskedWhatAnswersInTime is A091 with its reason: a model
// for processors that this processor is too slow for is not the first.
func TestWithoutGPUOllamaIsAskedWhatAnswersInTime(t *testing.T) {
	for _, c := range []struct {
		name  string
		pace  hardware.Pace
		first []string
		last  string
	}{
		// 900 tokens at 7.6e9 weights: 23 s, and 100 tokens of 4.75 GB: 12 s.
		{"a fast processor", hardware.Pace{Computes: 300e9, Reads: 40e9}, []string{"qwen2.5-coder:7b-instruct-q4_0", "qwen2.5-coder:7b"}, "qwen2.5-coder:32b"},
		// 3.6e9 weights: 41 s and 100 tokens of 2.25 GB: 11 s; 4.2e9: 47+13 s, which is too long.
		{"one of two cores", hardware.Pace{Computes: 80e9, Reads: 20e9}, []string{"gpt-oss:20b", "granite4.1:3b", "qwen2.5-coder:3b", "qwen2.5-coder:1.5b", "qwen3.5:4b"}, "qwen2.5-coder:32b"},
		{"a slow one", hardware.Pace{Computes: 6e9, Reads: 5e9}, []string{"qwen2.5-coder:1.5b", "qwen2.5-coder:3b", "granite4.1:3b"}, "qwen2.5-coder:32b"},
		{"nothing is known of it", hardware.Pace{}, []string{"qwen2.5-coder:7b-instruct-q4_0", "qwen2.5-coder:7b", "qwen2.5-coder:14b"}, "qwen2.5-coder:1.5b"},
	} {
		got := onProcessor(modelfile.Room{Pace: c.pace})
		tags, families := got[:len(got)-3], got[len(got)-3:]
		if !slices.Equal(got[:len(c.first)], c.first) || tags[len(tags)-1] != c.last || !slices.Equal(families, []string{"qwen2.5-coder", "llama3.1", "mistral-nemo"}) {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestOllamaIsNotAskedWhatTheMemoryDoesNotHold: a mixture of experts is quick for
// its size, which has to be loaded all the same.
func TestOllamaIsNotAskedWhatTheMemoryDoesNotHold(t *testing.T) {
	got := onProcessor(modelfile.Room{Memory: 8 << 30, Pace: hardware.Pace{Computes: 80e9, Reads: 20e9}})
	if got[0] != "granite4.1:3b" || slices.Index(got, "gpt-oss:20b") < slices.Index(got, "qwen2.5-coder:7b") {
		t.Errorf("%v", got)
	}
}
