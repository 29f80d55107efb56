package inference

import (
	"bytes"
	"context"
	"math"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm/llamacpp/constrain"
	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// answer is one answer on its way.
type answer struct {
	*engine
	order   protocol.Order
	sampler *sampler
	wanted  *constrain.Form // what the answer must look like
	guide   *constrain.Guide
	out     bundle

	left   int // tokens that may still come
	tokens []native.Token
	bytes  []byte
	text   assembler
	result protocol.Generated
}

// generate continues a prompt until the model ends it, the form is complete or
// the tokens are used up. hear is told the text as it grows.
func (e *engine) generate(ctx context.Context, order protocol.Order, hear func(string)) (*protocol.Generated, error) {
	said, err := e.form.Write(order.Talk, time.Now())
	if err != nil {
		return nil, fail(protocol.Refused, "the model's own chat template refuses the conversation: %v", err)
	}
	parts := e.tokenise(said)
	var prompt []native.Token
	for _, p := range parts {
		prompt = append(prompt, p.tokens...)
	}
	room := e.model.ContextTokens() - len(prompt)
	switch {
	case len(prompt) == 0:
		return nil, fail(worker.Internal, "the prompt is empty")
	case room < 1:
		return nil, fail(protocol.TooLong, "the conversation has %d tokens and the model's context holds %d", len(prompt), e.model.ContextTokens())
	}
	a := &answer{engine: e, order: order, out: bundle{hear: hear}, left: room}
	if order.MaxTokens > 0 {
		a.left = min(room, order.MaxTokens)
	}
	a.sampler = newSampler(order.Temperature, order.TopK, order.TopP, order.Seed)
	if err := a.begin(); err != nil {
		return nil, err
	}
	began := time.Now()
	evaluated, err := e.evaluate(ctx, prompt)
	if err != nil {
		return nil, err
	}
	a.result.Prompt, a.result.Evaluated = len(prompt), evaluated
	a.result.PromptMS = milliseconds(time.Since(began))
	began = time.Now()
	err = a.run(ctx)
	a.result.GenerateMS = milliseconds(time.Since(began))
	a.result.Tokens = len(a.tokens)
	a.out.add(a.text.flush())
	a.out.flush()
	a.result.Broken = a.text.broken
	e.remember(parts, a)
	if err != nil {
		return nil, err
	}
	return &a.result, nil
}

func milliseconds(d time.Duration) float64 { return math.Round(float64(d.Microseconds())) / 1000 }

// begin sets the form up.
func (a *answer) begin() error {
	f := a.order.Form
	if f == nil {
		return nil
	}
	form, err := a.engine.automaton(f)
	if err != nil {
		return err
	}
	a.wanted = form
	a.result.Masks = -form.Computed
	if f.Trigger != "" {
		return nil
	}
	if a.guide = form.Begin(f.Given); a.guide == nil {
		return fail(protocol.BadForm, "the answer cannot begin with %q", f.Given)
	}
	if need := a.guide.Needs(); need > a.left {
		return fail(protocol.BadForm, "the shortest answer of the wanted form can take %d tokens, and %d are left", need, a.left)
	}
	return nil
}

// run takes one token after the other.
func (a *answer) run(ctx context.Context) error {
	defer func() {
		if a.wanted != nil {
			a.result.Masks += a.wanted.Computed
		}
	}()
	for ; a.left > 0; a.left-- {
		if a.guide != nil && a.guide.Ended() {
			return nil
		}
		t := a.next()
		if t < 0 {
			return fail(worker.Internal, "no token of the vocabulary fits the form")
		}
		if a.model.Ends(t) {
			return nil
		}
		a.take(t)
		if a.guide != nil && a.guide.Ended() && a.order.Form.Trigger == "" {
			return nil
		}
		if a.left > 1 {
			if err := a.extend(ctx, []native.Token{t}); err != nil {
				return err
			}
		}
	}
	a.result.Cut = true
	return nil
}

// next chooses a token. Most fit the form anyway, so one is drawn first and the
// mask of those that fit is made only where it does not. But for the cuts at
// the best K and P, the odds are those of a mask from the start.
func (a *answer) next() native.Token {
	logits := a.model.Logits()
	for _, t := range a.banned {
		logits[t] = float32(math.Inf(-1))
	}
	if a.guide != nil { // a form is of text alone
		for t := range a.shown {
			logits[t] = float32(math.Inf(-1))
		}
	}
	t := a.sampler.pick(logits, nil)
	if a.guide == nil || t < 0 {
		return t
	}
	if a.model.Ends(t) {
		if a.guide.Accepts() {
			return t
		}
	} else if a.guide.Fits(t, a.left-1) {
		return t
	}
	a.result.Rejected++
	return a.sampler.pick(logits, a.guide.Mask(a.left-1))
}

// take adds a token to the answer.
func (a *answer) take(t native.Token) {
	piece := a.model.Piece(t, a.shown[t])
	a.tokens = append(a.tokens, t)
	a.bytes = append(a.bytes, piece...)
	if a.guide != nil {
		a.guide.TakeBytes(piece)
		if a.guide.Ended() && a.order.Form.Trigger != "" {
			a.guide = nil
		}
	} else if a.wanted != nil {
		a.watch(len(piece))
	}
	if text := a.text.add(piece); text != "" {
		a.out.add(text)
	}
}

// watch begins the form where the last bytes complete its trigger and enough
// tokens are left for it.
func (a *answer) watch(last int) {
	trigger := a.order.Form.Trigger
	tail := a.bytes[max(0, len(a.bytes)-last-len(trigger)+1):]
	i := bytes.Index(tail, []byte(trigger))
	if i < 0 {
		return
	}
	g := a.wanted.Begin("")
	if g != nil && g.TakeBytes(tail[i+len(trigger):]) && g.Needs() < a.left {
		a.guide = g
	}
}

// remember keeps what the prompt and its answer were split into.
func (e *engine) remember(prompt []tokenised, a *answer) {
	e.parts = prompt
	last := &e.parts[len(e.parts)-1]
	if last.Mark {
		e.parts = append(e.parts, tokenised{})
		last = &e.parts[len(e.parts)-1]
	}
	last.Text += string(a.bytes)
	last.tokens = append(last.tokens[:len(last.tokens):len(last.tokens)], a.tokens...)
}
