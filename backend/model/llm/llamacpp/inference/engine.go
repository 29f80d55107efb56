package inference

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"aipack/backend/base/worker"
	"aipack/backend/model/llm/llamacpp/chat"
	"aipack/backend/model/llm/llamacpp/constrain"
	"aipack/backend/model/llm/llamacpp/native"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// engine is a loaded model with what its cache holds.
type engine struct {
	lib   *native.Library
	model *native.Model

	held   []native.Token // what the key-value cache holds, in its order
	saves  []save         // states that the memory can go back to, the earliest first
	uses   int            // of saves
	parts  []tokenised    // the last prompt with its answer
	banned []native.Token // control tokens that neither end an answer nor begin a call
	ends   []native.Token
	shown  map[native.Token]bool // control tokens that calls are written with
	form   *chat.Form            // how the model is spoken with

	pieces     [][]byte // each token's bytes; made when first needed
	vocabulary *constrain.Vocabulary
	forms      map[string]*constrain.Form
}

// tokenised is a part of a prompt with its tokens.
type tokenised struct {
	protocol.Part
	tokens []native.Token
}

// fail makes a failure.
func fail(kind, format string, args ...any) error {
	return &worker.Failure{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// ready prepares what every answer needs.
func (e *engine) ready() {
	e.forms = map[string]*constrain.Form{}
	var words chat.Vocabulary
	type control struct {
		token native.Token
		mark  string
	}
	var controls []control
	for t := range native.Token(e.model.Words()) {
		ends, marks := e.model.Ends(t), e.model.Control(t)
		if ends {
			e.ends = append(e.ends, t)
		}
		if ends || marks {
			mark := string(e.model.Piece(t, true))
			words.Marks = append(words.Marks, mark)
			if !ends {
				controls = append(controls, control{t, mark})
			}
		}
	}
	words.Begin, words.End, words.WantsBegin = e.model.Frame()
	e.form = chat.New(e.model.Facts().Template, words)
	e.shown = map[native.Token]bool{}
	for _, c := range controls {
		if slices.Contains(chat.CallMarks(e.form.Spelling), c.mark) {
			e.shown[c.token] = true
		} else {
			e.banned = append(e.banned, c.token)
		}
	}
}

// tokenise splits a prompt. Parts that the last prompt or its answer had at
// the same place keep their tokens: the model may have split its own words in
// a way of its own, and the cache holds them so.
func (e *engine) tokenise(prompt []protocol.Part) []tokenised {
	out := make([]tokenised, len(prompt))
	same := true
	for i, p := range prompt {
		out[i].Part = p
		same = same && i < len(e.parts)
		if same && e.parts[i].Part == p {
			out[i].tokens = e.parts[i].tokens
			continue
		}
		if same && i == len(e.parts)-1 && !p.Mark && !e.parts[i].Mark {
			if rest, ok := strings.CutPrefix(p.Text, e.parts[i].Text); ok {
				had := e.parts[i].tokens
				out[i].tokens = append(had[:len(had):len(had)], e.model.Tokens(rest, false)...)
				same = false
				continue
			}
		}
		same = false
		out[i].tokens = e.model.Tokens(p.Text, p.Mark)
	}
	return out
}

// count counts the tokens of a conversation, or of a text.
func (e *engine) count(r protocol.Request) (n int, err error) {
	said := []protocol.Part{{Text: r.Text}}
	if r.Count != nil {
		if said, err = e.form.Write(*r.Count, time.Now()); err != nil {
			return 0, fail(protocol.Refused, "the model's own chat template refuses the conversation: %v", err)
		}
	}
	for _, p := range e.tokenise(said) {
		n += len(p.tokens)
	}
	return n, nil
}

// evaluate brings the prompt into the cache and says how many of its tokens
// had to be computed. After an error the cache holds what was finished.
func (e *engine) evaluate(ctx context.Context, tokens []native.Token) (int, error) {
	keep := 0
	for keep < len(e.held) && keep < len(tokens)-1 && e.held[keep] == tokens[keep] {
		keep++
	}
	same := keep
	if keep < len(e.held) {
		keep = e.rewind(keep)
	}
	for at := keep; at < len(tokens); {
		end := min(at+e.model.Batch(), len(tokens))
		if e.model.Forgets() {
			end = stop(at, end, same, len(tokens)-1)
		}
		if err := e.extend(ctx, tokens[at:end]); err != nil {
			return at - keep, err
		}
		if at = end; e.model.Forgets() && (at == same && same > keep || at == len(tokens)-1) {
			e.save()
		}
	}
	return len(tokens) - keep, nil
}

// stop ends a batch at the first of the places that lies within it.
func stop(from, to int, places ...int) int {
	for _, p := range places {
		if p > from && p < to {
			to = p
		}
	}
	return to
}

// extend evaluates tokens after those that are held.
func (e *engine) extend(ctx context.Context, tokens []native.Token) error {
	err := e.model.Decode(ctx, tokens)
	if err == nil {
		e.held = append(e.held, tokens...)
		return nil
	}
	e.rewind(len(e.held))
	if ctx.Err() != nil {
		return fail(worker.Cancelled, "it was stopped")
	}
	return fail(worker.Internal, "evaluating: %v", err)
}

// automaton finds or makes the automaton of a form.
func (e *engine) automaton(f *protocol.Form) (*constrain.Form, error) {
	key := string(f.Schema) + "\x00" + f.Open + "\x00" + f.Trigger + "\x00" + f.Close
	for _, t := range f.Tools {
		key += "\x00" + t.Name + "\x00" + string(t.Schema)
	}
	if known, ok := e.forms[key]; ok {
		return known, nil
	}
	automaton, err := automatonOf(f)
	if err != nil {
		return nil, fail(protocol.BadForm, "%v", err)
	}
	if e.vocabulary == nil {
		e.vocabulary = constrain.NewVocabulary(e.allPieces(), e.ends)
	}
	if len(e.forms) >= mostForms {
		clear(e.forms)
	}
	form := constrain.NewForm(automaton, e.vocabulary)
	e.forms[key] = form
	return form, nil
}

// mostForms bounds what is kept of automata: some megabytes each.
const mostForms = 16

func automatonOf(f *protocol.Form) (*constrain.Automaton, error) {
	if len(f.Tools) == 0 {
		return constrain.Schema(f.Schema)
	}
	var tools []constrain.Tool
	for _, t := range f.Tools {
		tools = append(tools, constrain.Tool{Name: t.Name, Schema: t.Schema})
	}
	if f.Trigger == "" {
		return constrain.Call(tools, f.Open, "")
	}
	return constrain.Call(tools, "\n", f.Close)
}

// allPieces are every token's bytes, none for control tokens.
func (e *engine) allPieces() [][]byte {
	if e.pieces == nil {
		e.pieces = make([][]byte, e.model.Words())
		for t := range e.pieces {
			e.pieces[t] = e.model.Piece(native.Token(t), false)
		}
		for _, t := range e.ends {
			e.pieces[t] = nil
		}
	}
	return e.pieces
}
