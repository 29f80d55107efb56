package llamacpp

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/modelfile/gguftest"
)

func ask(text string, tokens int) llm.Request {
	return llm.Request{Messages: []llm.Message{user(text)}, MaxTokens: tokens, Temperature: 1, Seed: seed(1)}
}

// TestWhatCannotBeLoaded: each file fails in plain words, and the same client
// answers as soon as the file is right.
func TestWhatCannotBeLoaded(t *testing.T) {
	good := modelFile(t, gguftest.Tiny())
	whole, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	shape := func(change func(*gguftest.Shape)) []byte {
		s := gguftest.Tiny()
		change(&s)
		b, err := os.ReadFile(modelFile(t, s))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	damaged := bytes.Replace(whole, []byte("qwen2.block_count"), []byte("qwen2.block_cownt"), 1)
	path := filepath.Join(t.TempDir(), "m.gguf")
	c := client(t, func(o *Options) { o.Model = path })
	for _, f := range []struct {
		name    string
		content []byte
		kind    llm.Kind
		says    string
	}{
		{"junk", []byte(strings.Repeat("junk", 1000)), llm.ModelAbsent, "does not begin with GGUF"},
		{"nothing", nil, llm.ModelAbsent, "does not begin with GGUF"},
		{"cut in the header", whole[:5000], llm.ModelAbsent, "cut short within its header"},
		{"cut in the weights", whole[:len(whole)/2], llm.ModelAbsent, "bytes are there"},
		{"a hostile count", append(append([]byte{}, whole[:8]...), bytes.Repeat([]byte{0xFF}, 64)...), llm.ModelAbsent, "it claims"},
		{"another architecture", shape(func(s *gguftest.Shape) { s.Architecture = "mystery" }), llm.ModelAbsent, "cannot be loaded: unknown model architecture: 'mystery'"},
		{"without weights", shape(func(s *gguftest.Shape) { s.WithoutWeights = true }), llm.ModelAbsent, "cut short"},
		{"a key missing", damaged, llm.ModelAbsent, "block_count"},
		{"a vocabulary that llama.cpp aborts on", shape(func(s *gguftest.Shape) { s.DoubledTokens = true }), llm.ModelAbsent, "gave this model up: GGML_ASSERT(id_to_token.size() == token_to_id.size()) failed (llama-vocab.cpp:"},
	} {
		if err := os.WriteFile(path, f.content, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := c.Chat(t.Context(), ask("hi", 5), nil)
		e := as[*llm.Error](t, err)
		if e.Kind != f.kind || !strings.Contains(e.Message, f.says) || e.Hint == "" || strings.Contains(e.Message, "goroutine") {
			t.Errorf("%s: %s: %s (%s)", f.name, e.Kind, e.Message, e.Hint)
		}
	}
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	chat(t, c, ask("hi", 5))
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	chat(t, c, ask("hi", 5)) // it is loaded
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = c.Chat(t.Context(), ask("hi", 5), nil)
	if e := as[*llm.Error](t, err); e.Kind != llm.ModelAbsent {
		t.Errorf("a file that is gone: %v", e)
	}
}

func TestLibrariesThatAreNotThere(t *testing.T) {
	c := client(t, func(o *Options) { o.LibDir = t.TempDir() })
	_, err := c.Chat(t.Context(), ask("hi", 5), nil)
	if e := as[*llm.Error](t, err); e.Kind != llm.Unreachable || e.Hint == "" {
		t.Errorf("%s %v", e.Kind, e)
	}
	if _, err := Devices(t.Context(), Options{LibDir: t.TempDir()}); err == nil {
		t.Error("devices without libraries")
	}
}

// TestAKilledWorkerComesBack kills the worker in the middle of an answer.
func TestAKilledWorkerComesBack(t *testing.T) {
	c := client(t)
	once := sync.OnceFunc(func() { c.seat.Process().Kill() })
	_, err := c.Chat(t.Context(), ask("hi", 4000), func(llm.Piece) { once() })
	e := as[*llm.Error](t, err)
	if e.Kind != llm.ServerFault || !e.Passing() || !strings.Contains(e.Message, "killed") {
		t.Errorf("%s: %v", e.Kind, e)
	}
	began := time.Now()
	chat(t, c, ask("hi", 1))
	t.Logf("back after %v", time.Since(began))
}

func TestTheWorkerEndsWithTheClient(t *testing.T) {
	c := client(t)
	chat(t, c, ask("hi", 5))
	w := c.seat.Process()
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	if !w.Gone() || c.Loaded() != nil {
		t.Error("the worker lives on")
	}
	if p, err := os.FindProcess(w.PID()); err == nil {
		if err := p.Signal(os.Interrupt); !errors.Is(err, os.ErrProcessDone) {
			t.Errorf("the process: %v", err)
		}
	}
	chat(t, c, ask("hi", 5))
}

// TestCancelInEveryState stops a request while it waits, while the model is
// loaded, in the middle of a prompt and of an answer; the next one succeeds.
func TestCancelInEveryState(t *testing.T) {
	long := strings.Repeat("many words of a long prompt. ", 120)
	for _, state := range []string{"before", "loading", "prompt", "answer", "waiting"} {
		t.Run(state, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			c := client(t, func(o *Options) {
				if state == "loading" {
					o.Progress = func(float64) { cancel() }
				}
			})
			r, hear := ask("hi", 4000), func(llm.Piece) {}
			switch state {
			case "before":
				cancel()
			case "prompt":
				chat(t, c, ask("hi", 1))
				r = ask(long, 10)
				time.AfterFunc(5*time.Millisecond, cancel)
			case "answer":
				hear = func(llm.Piece) { cancel() }
			case "waiting":
				chat(t, c, ask("hi", 1))
				if err := c.seat.Take(t.Context()); err != nil {
					t.Fatal(err)
				}
				time.AfterFunc(5*time.Millisecond, cancel)
			}
			_, err := c.Chat(ctx, r, hear)
			if e := as[*llm.Error](t, err); e.Kind != llm.Cancelled {
				t.Errorf("%s: %v", e.Kind, e)
			}
			if state == "waiting" {
				c.seat.Give()
			}
			chat(t, c, ask("hi", 3))
		})
	}
}

// TestRequestsWaitForEachOther: whoever asks at the same time gets the answer
// that it would get alone.
func TestRequestsWaitForEachOther(t *testing.T) {
	c := client(t)
	want := map[int64]string{}
	for n := range int64(5) {
		r := ask("hello", 8)
		r.Seed = &n
		want[n] = chat(t, c, r).Message.Text
	}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			r := ask("hello", 8)
			r.Seed = seed(int64(i % 5))
			answer, err := c.Chat(t.Context(), r, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if answer.Message.Text != want[*r.Seed] {
				t.Errorf("seed %d: %q, not %q", *r.Seed, answer.Message.Text, want[*r.Seed])
			}
		})
	}
	wg.Wait()
}

func TestDescribe(t *testing.T) {
	c := client(t)
	info, err := c.Describe(t.Context())
	if err != nil || info.Window != 4096 || info.Bytes < 100_000 || info.Name != "random" {
		t.Errorf("%+v, %v", info, err)
	}
	if l := c.Loaded(); l.Trained != 32768 || l.Layers != 2 || l.Device != "CPU" || l.Note == "" {
		t.Errorf("%+v", l)
	}
}

// TestAModelOfAnotherFamily answers, and it is said what to expect of it.
func TestAModelOfAnotherFamily(t *testing.T) {
	s := gguftest.Tiny()
	s.OtherMarks = true
	c := client(t, func(o *Options) { o.Model = modelFile(t, s) })
	chat(t, c, ask("hi", 3))
	if note := c.Loaded().Note; !strings.Contains(note, "whose marks it does not know") {
		t.Error(note)
	}
}

func TestDevices(t *testing.T) {
	list, err := Devices(t.Context(), Options{LibDir: libDir(t)})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list {
		if d.Type == "cpu" && d.TotalBytes > 0 && d.Name != "" {
			return
		}
	}
	t.Errorf("no processor among %+v", list)
}

func TestAnIdleWorkerGivesItsMemoryBack(t *testing.T) {
	c := client(t, func(o *Options) { o.Idle = 20 * time.Millisecond })
	chat(t, c, ask("hi", 1))
	w := c.seat.Process()
	select {
	case <-w.Ended():
	case <-time.After(time.Minute):
		t.Fatal("the worker lives on")
	}
	chat(t, c, ask("hi", 1))
}

// TestAModelIsLetGoUnlessItAnswers: what wants its file gets it, or is told to
// wait.
func TestAModelIsLetGoUnlessItAnswers(t *testing.T) {
	c := client(t)
	asked := true
	if _, err := c.Chat(t.Context(), ask("hi", 20), func(llm.Piece) { asked = asked && c.Rest() }); err != nil || asked {
		t.Errorf("it was ended while it answered: %v", err)
	}
	w := c.seat.Process()
	if !c.Rest() || !w.Gone() || c.WorkerPID() != 0 {
		t.Error("the worker lives on")
	}
	chat(t, c, ask("hi", 1))
}

func TestAToolThatIsNotOffered(t *testing.T) {
	c := client(t)
	for _, choice := range []llm.Choice{"dance", llm.SomeTool} {
		r := ask("hi", 1)
		r.Choice = choice
		if choice == "dance" {
			r.Tools = further
		}
		_, err := c.Chat(t.Context(), r, nil)
		if e := as[*llm.Error](t, err); e.Kind != llm.BadRequest {
			t.Errorf("%s: %v", e.Kind, e)
		}
	}
}
