package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp"
	"aipack/backend/model/modelfile/gguftest"
)

// small measures what does not depend on the model's size, with the tiny one:
// load, cancelling, restart, and a long conversation's second turn.
func (b *bench) small(ctx context.Context, r *report) error {
	model := filepath.Join(b.work, "tiny.gguf")
	if err := gguftest.Write(model, gguftest.Tiny()); err != nil {
		return err
	}
	o := b.options(model, llamacpp.NoGPU)
	o.Threads = 1
	for range b.rounds {
		c := llamacpp.New(o)
		if err := b.smallRound(ctx, c, r); err != nil {
			return err
		}
		if err := c.Close(); err != nil {
			return err
		}
	}
	c := llamacpp.New(o)
	defer func() { _ = c.Close() }() // it ends with this program at the latest
	return secondTurn(ctx, c, r)
}

func (b *bench) smallRound(ctx context.Context, c *llamacpp.Client, r *report) error {
	one := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hi"}}, MaxTokens: 1}
	timed := func() (float64, error) {
		began := time.Now()
		_, err := c.Chat(ctx, one, nil)
		return since(began), err
	}
	start, err := timed()
	if err != nil {
		return err
	}
	r.start = append(r.start, start)
	r.tinyLoad = append(r.tinyLoad, c.Loaded().LoadMS)
	cancelled, err := cancelInPrompt(ctx, c)
	if err != nil {
		return err
	}
	r.cancel = append(r.cancel, cancelled)
	worker, err := os.FindProcess(c.WorkerPID())
	if err != nil {
		return err
	}
	if err := worker.Kill(); err != nil {
		return err
	}
	for {
		again, err := timed()
		if err == nil {
			r.restart = append(r.restart, again)
			return nil
		}
		var e *llm.Error
		if !errors.As(err, &e) || !e.Passing() {
			return err
		}
	}
}

// cancelInPrompt stops a request in the middle of a long prompt and measures
// until it has come back.
func cancelInPrompt(ctx context.Context, c *llamacpp.Client) (float64, error) {
	ctx, cancel := context.WithCancel(ctx)
	var at time.Time
	time.AfterFunc(30*time.Millisecond, func() {
		at = time.Now()
		cancel()
	})
	long := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: strings.Repeat("a long prompt ", 500)}}, MaxTokens: 1}
	_, err := c.Chat(ctx, long, nil)
	var e *llm.Error
	if !errors.As(err, &e) || e.Kind != llm.Cancelled {
		return 0, fmt.Errorf("the prompt was evaluated before it could be cancelled: %w", err)
	}
	return since(at), nil
}

// secondTurn lets a conversation of about 6,000 tokens go on.
func secondTurn(ctx context.Context, c *llamacpp.Client, r *report) error {
	var file strings.Builder
	for i := 0; file.Len() < 5900; i++ {
		fmt.Fprintf(&file, "line %d of a file\n", i)
	}
	q := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: file.String()}}, MaxTokens: 40}
	q.Schema = []byte(`{"type":"object","properties":{"name":{"type":"string","maxLength":12}},"required":["name"]}`)
	answer, err := c.Chat(ctx, q, nil)
	if err != nil {
		return err
	}
	r.firstTurn = c.Last().Evaluated
	q.Messages = append(q.Messages, answer.Message, llm.Message{Role: llm.User, Text: "Go on."})
	if _, err := c.Chat(ctx, q, nil); err != nil {
		return err
	}
	r.secondTurn = c.Last().Evaluated
	return nil
}
