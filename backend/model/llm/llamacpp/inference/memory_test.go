package inference

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/modelfile"
	"aipack/backend/model/modelfile/gguf"
	"aipack/backend/model/modelfile/gguftest"
)

// said is what the library prints; a process opens it once.
var said struct {
	sync.Mutex
	strings.Builder
}

var library = sync.OnceValues(func() (*native.Library, error) {
	return native.Open("../../../../../build/lib/llama", native.LogCallback(func(_ int, text string) {
		said.Lock()
		defer said.Unlock()
		said.WriteString(text)
	}))
})

func engineOf(t *testing.T, path string, tokens int) *engine {
	t.Helper()
	lib, err := library()
	if err != nil {
		t.Fatalf("llama.cpp's libraries: %v (make llama fetches them)", err)
	}
	m, err := lib.Load(path, native.Options{Threads: 1, ContextTokens: tokens, Progress: func(float32) bool { return true }})
	if err != nil {
		t.Fatalf("%v\n%s", err, said.String())
	}
	t.Cleanup(m.Close)
	return &engine{lib: lib, model: m}
}

// models are one of each architecture that can be written, and the real one
// that make test-weights fetches, where it is there.
func models(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, architecture := range gguftest.Architectures() {
		path := filepath.Join(t.TempDir(), architecture+".gguf")
		if err := gguftest.Write(path, gguftest.TinyOf(architecture)); err != nil {
			t.Fatal(err)
		}
		out[architecture] = path
	}
	if path := os.Getenv("AIPACK_WEIGHTS"); path != "" {
		out["real weights"] = path
	}
	return out
}

// TestWhatIsOfferedLoads: the pinned library knows the architecture of every
// model of the catalogue.
func TestWhatIsOfferedLoads(t *testing.T) {
	for _, m := range modelfile.Catalogue() {
		if !slices.Contains(gguftest.Architectures(), m.Architecture) && !m.Vectors { // of which package llamacpp's tests load one
			t.Errorf("%s is of the architecture %s, which no test loads", m.ID, m.Architecture)
		}
	}
}

// TestRealWeightsAndOthersTakeWhatTheirHeadersSay: what a header's cache comes to
// is what llama.cpp allocates for a conversation, as it prints it.
func TestRealWeightsAndOthersTakeWhatTheirHeadersSay(t *testing.T) {
	allocated := regexp.MustCompile(`(?:llama_kv_cache|llama_memory_recurrent): size =\s+([0-9.]+) MiB`)
	for name, path := range models(t) {
		header, err := gguf.Read(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, tokens := range []int{512, 2048, 16384} {
			said.Reset()
			engineOf(t, path, tokens)
			sum := 0.0
			for _, found := range allocated.FindAllStringSubmatch(said.String(), -1) {
				mb, err := strconv.ParseFloat(found[1], 64)
				if err != nil {
					t.Fatal(err)
				}
				sum += mb
			}
			if want := float64(header.Cache.At(tokens)) / (1 << 20); math.Abs(sum-want) > 0.011 || sum == 0 {
				t.Errorf("%s, %d tokens: llama.cpp allocates %.2f MiB, the header says %.2f", name, tokens, sum, want)
			}
		}
	}
}

// TestRealWeightsAndOthersRememberWell: whatever was asked before, the odds after
// a prompt are those of a model that read it from its beginning.
func TestRealWeightsAndOthersRememberWell(t *testing.T) {
	for name, path := range models(t) {
		t.Run(name, func(t *testing.T) {
			warm, cold := engineOf(t, path, 4096), engineOf(t, path, 4096)
			if forgets := name == "gemma4" || name == "gpt-oss" || name == "qwen35" || name == "real weights"; warm.model.Forgets() != forgets {
				t.Fatalf("that its memory cannot be cut is %v", !forgets)
			}
			r := rand.New(rand.NewPCG(1, 2))
			words := func(n int) []native.Token {
				out := make([]native.Token, n)
				for i := range out {
					out[i] = native.Token(r.IntN(250))
				}
				return out
			}
			prompt := words(700)
			computed, reused := 0, 0
			turns := 24
			if name == "real weights" {
				turns = 8 // of minutes
			}
			for turn := range turns {
				switch turn % 4 {
				case 0: // another question with the same beginning
					prompt = append(prompt[:600:600], words(100+r.IntN(200))...)
				case 1, 2: // the conversation goes on
					prompt = append(prompt, words(20+r.IntN(600))...)
				case 3: // it parts anywhere
					prompt = append(prompt[:1+r.IntN(len(prompt)-1):len(prompt)], words(10)...)
				}
				prompt = prompt[:min(len(prompt), 3500)]
				n, err := warm.evaluate(t.Context(), prompt)
				if err != nil {
					t.Fatal(err)
				}
				computed, reused = computed+n, reused+len(prompt)-n
				got := slices.Clone(warm.model.Logits())
				cold.rewind(0)
				if _, err := cold.evaluate(t.Context(), prompt); err != nil {
					t.Fatal(err)
				}
				if same := cosine(got, cold.model.Logits()); !(same >= 0.9999) { // not a number is wrong, too
					t.Fatalf("turn %d, %d tokens of which %d were computed: the odds differ, cosine %.6f", turn, len(prompt), n, same)
				}
				// An answer of some tokens, as a conversation has it.
				answer := words(r.IntN(30))
				if len(answer) > 0 {
					if err := warm.extend(t.Context(), answer); err != nil {
						t.Fatal(err)
					}
				}
				if turn%4 != 2 {
					prompt = append(prompt, answer...)
				}
			}
			t.Logf("%d tokens computed, %d reused, %d states saved in %d kB", computed, reused, len(warm.saves), warm.saved()>>10)
			if reused < computed/2 {
				t.Errorf("%d tokens were computed, and only %d reused", computed, reused)
			}
		})
	}
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}
