package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/llamacpp"
)

// form is what the forced answers must look like: names and colons that the
// model would not write, and a string as long as the tokens last.
const form = `{"type":"object","properties":{"count":{"type":"integer"},"reason":{"type":"string"}},"required":["count","reason"]}`

// words makes a prompt that shares no beginning with another's.
func words(r *rand.Rand, n int) string {
	list := strings.Fields("the container starts here on a port and reads the manifest then builds what it finds in there")
	var out strings.Builder
	fmt.Fprintf(&out, "%d ", r.Int64())
	for range n {
		out.WriteString(list[r.IntN(len(list))])
		out.WriteByte(' ')
	}
	return out.String()
}

// speed measures both loops in turn, round by round.
func (b *bench) speed(ctx context.Context, r *report, layers int) error {
	plainLayers := 0
	if layers > 0 {
		plainLayers = layers
	}
	p, err := b.startPlain(b.model, plainLayers)
	if err != nil {
		return err
	}
	c := llamacpp.New(b.options(b.model, layers))
	defer func() { _ = c.Close() }() // it ends with this program at the latest
	random := rand.New(rand.NewPCG(1, 1))
	if _, err := c.CountText(ctx, "hi"); err != nil {
		return err
	}
	r.stackLoad = c.Loaded().LoadMS
	for round := range b.rounds {
		text := words(random, b.prompt)
		a, err := p.run(order{Text: text, Tokens: b.tokens})
		if err != nil {
			return err
		}
		r.plainLoad = a.LoadMS
		r.plainPrompt = append(r.plainPrompt, rate(a.Prompt, a.PromptMS))
		r.plainTokens = append(r.plainTokens, rate(a.Tokens, a.GenerateMS))
		r.plainCPU = append(r.plainCPU, a.GenerateCPU/float64(a.Tokens))
		if err := b.stackRound(ctx, c, r, words(random, b.prompt), int64(round)); err != nil {
			return err
		}
	}
	r.plainRSS, r.stackRSS = resident(p.cmd.Process.Pid), resident(c.WorkerPID())
	r.device = c.Loaded().Device
	return p.stop()
}

// stackRound asks for a free and a forced answer after a new prompt, and for
// another one after the same.
func (b *bench) stackRound(ctx context.Context, c *llamacpp.Client, r *report, text string, seed int64) error {
	q := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: text}}, MaxTokens: b.tokens, Temperature: .7, Seed: &seed}
	cold, busy, err := b.first(ctx, c, q)
	if err != nil {
		return err
	}
	g := c.Last()
	r.cold = append(r.cold, cold)
	r.stackCPU = append(r.stackCPU, busy/float64(g.Tokens-1))
	r.stackPrompt = append(r.stackPrompt, rate(g.Evaluated, g.PromptMS))
	r.stackTokens = append(r.stackTokens, rate(g.Tokens, g.GenerateMS))
	q.Schema, q.MaxTokens = json.RawMessage(form), b.tokens+40
	warm, busy, err := b.first(ctx, c, q)
	if err != nil {
		return err
	}
	g = c.Last()
	r.warm = append(r.warm, warm)
	r.forcedCPU = append(r.forcedCPU, busy/float64(g.Tokens-1))
	r.stackForced = append(r.stackForced, rate(g.Tokens, g.GenerateMS))
	r.rejected, r.forcedTokens = r.rejected+g.Rejected, r.forcedTokens+g.Tokens
	return nil
}

// first measures the time to the first piece of an answer, and the processor's
// time, of the worker and of this program, from there on.
func (b *bench) first(ctx context.Context, c *llamacpp.Client, q llm.Request) (first, busy float64, err error) {
	both := func() float64 { return cpu(c.WorkerPID()) + cpu(os.Getpid()) }
	began, before := time.Now(), 0.0
	_, err = c.Chat(ctx, q, func(llm.Piece) {
		if first == 0 {
			first, before = since(began), both()
		}
	})
	return first, both() - before, err
}

// cpu is the time that a process has had of the processors, in milliseconds:
// fields 14 and 15 of its stat, in hundredths of a second.
func cpu(pid int) float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(after)
	if len(fields) < 13 {
		return 0
	}
	user, errUser := strconv.ParseFloat(fields[11], 64)
	system, errSystem := strconv.ParseFloat(fields[12], 64)
	if errUser != nil || errSystem != nil {
		return 0
	}
	return 10 * (user + system)
}

func rate(n int, ms float64) float64 { return float64(n) / ms * 1000 }

// resident is a process's memory in MB, 0 where the system does not tell.
func resident(pid int) int {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(raw)) {
		var kb int
		if n, err := fmt.Sscanf(line, "VmRSS: %d kB", &kb); n == 1 && err == nil {
			return kb / 1024
		}
	}
	return 0
}
