package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"time"

	"aipack/backend/model/llm/llamacpp/native"
)

// plainRun is what the library's own loop takes: a prompt in batches, then one
// token after the other, the most probable each time. Times in milliseconds.
type plainRun struct {
	LoadMS, PromptMS, GenerateMS float64
	GenerateCPU                  float64 // the processor's time
	Prompt, Tokens               int
	Logits                       []float32 `json:",omitempty"` // after the prompt, where asked for
}

// order is a line of input to the plain loop.
type order struct {
	Text   string
	Tokens int
	Logits bool
}

// plain is the process of the plain loop: LIB MODEL THREADS LAYERS.
func plain(args []string) error {
	threads, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	layers, err := strconv.Atoi(args[3])
	if err != nil {
		return err
	}
	lib, err := native.Open(args[0], native.LogCallback(func(int, string) {}))
	if err != nil {
		return err
	}
	began := time.Now()
	m, err := lib.Load(args[1], native.Options{GPULayers: layers, Threads: threads, ContextTokens: 8192})
	if err != nil {
		return err
	}
	loaded := since(began)
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for {
		var o order
		if err := in.Decode(&o); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		r, err := loop(m, o)
		if err != nil {
			return err
		}
		r.LoadMS = loaded
		if err := out.Encode(r); err != nil {
			return err
		}
	}
}

func loop(m *native.Model, o order) (*plainRun, error) {
	ctx := context.Background()
	m.Forget()
	tokens := m.Tokens(o.Text, true)
	r := &plainRun{Prompt: len(tokens), Tokens: o.Tokens}
	began := time.Now()
	for rest := tokens; len(rest) > 0; {
		n := min(m.Batch(), len(rest))
		if err := m.Decode(ctx, rest[:n]); err != nil {
			return nil, err
		}
		rest = rest[n:]
	}
	if logits := m.Logits(); o.Logits {
		r.Logits = append(r.Logits, logits...)
	}
	r.PromptMS = since(began)
	began = time.Now()
	busy := cpu(os.Getpid())
	for range o.Tokens {
		best, logits := 0, m.Logits()
		for i, l := range logits {
			if l > logits[best] {
				best = i
			}
		}
		if err := m.Decode(ctx, []native.Token{native.Token(best)}); err != nil {
			return nil, err
		}
	}
	m.Logits() // a GPU's work is done when its result is read
	r.GenerateMS, r.GenerateCPU = since(began), cpu(os.Getpid())-busy
	return r, nil
}

func since(t time.Time) float64 { return float64(time.Since(t).Microseconds()) / 1000 }

// plainProcess is the plain loop in a process of its own.
type plainProcess struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *json.Decoder
}

func (b *bench) startPlain(model string, layers int) (*plainProcess, error) {
	cmd := exec.Command(b.self, "plain", b.lib, model, strconv.Itoa(b.threads), strconv.Itoa(layers))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &plainProcess{cmd: cmd, in: in, out: json.NewDecoder(bufio.NewReader(out))}, nil
}

func (p *plainProcess) run(o order) (*plainRun, error) {
	if err := json.NewEncoder(p.in).Encode(o); err != nil {
		return nil, fmt.Errorf("asking the plain loop: %w", err)
	}
	var r plainRun
	if err := p.out.Decode(&r); err != nil {
		return nil, fmt.Errorf("hearing the plain loop: %w", err)
	}
	return &r, nil
}

func (p *plainProcess) stop() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	return p.cmd.Wait()
}
