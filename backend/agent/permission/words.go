package permission

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"aipack/backend/base/bounded"
)

// word is a word of a command as far as it is known before anything runs.
type word struct {
	text  string
	known bool // nothing is expanded in it
	glob  bool // it is a pattern of file names
}

// read reads a word of a script.
func read(w *syntax.Word) word {
	out := word{known: true}
	var b strings.Builder
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			out.literal(&b, p.Value)
		case *syntax.SglQuoted:
			if p.Dollar && strings.Contains(p.Value, `\`) {
				out.known = false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			out.quoted(&b, p)
		case *syntax.ExtGlob:
			out.glob, out.known = true, false
			b.WriteString("*")
		default: // something is expanded
			out.known = false
		}
	}
	out.text = b.String()
	if out.text == "[" { // the command
		out.glob = false
	}
	return out
}

// literal takes the backslashes off a text that stands without quotes.
func (w *word) literal(b *strings.Builder, text string) {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			if i++; i < len(text) && text[i] != '\n' {
				b.WriteByte(text[i])
			}
			continue
		case '*', '?', '[':
			w.glob = true
		case '{':
			if strings.ContainsAny(text[i:], ",.") { // {a,b}, {1..3}
				w.known = false
			}
		}
		b.WriteByte(text[i])
	}
}

// quoted takes a text in double quotes.
func (w *word) quoted(b *strings.Builder, q *syntax.DblQuoted) {
	if q.Dollar {
		w.known = false // a translation
	}
	for _, part := range q.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			w.known = false
			continue
		}
		for i := 0; i < len(lit.Value); i++ {
			if lit.Value[i] == '\\' && i+1 < len(lit.Value) && strings.IndexByte("$`\"\\\n", lit.Value[i+1]) >= 0 {
				if i++; lit.Value[i] == '\n' {
					continue
				}
			}
			b.WriteByte(lit.Value[i])
		}
	}
}

// plain says that a word is what it looks like.
func (w word) plain() bool { return w.known && !w.glob }

// compileWords reads the words of a rule about commands.
func compileWords(c compiled) (compiled, error) {
	file, err := bounded.Shell(c.Pattern)
	if err != nil {
		return c, err
	}
	wrong := errors.New("a pattern of commands is the words of one command, and * at their end")
	if len(file.Stmts) != 1 || len(file.Stmts[0].Redirs) > 0 || file.Stmts[0].Background || file.Stmts[0].Negated {
		return c, wrong
	}
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Assigns) > 0 {
		return c, wrong
	}
	for i, arg := range call.Args {
		w := read(arg)
		if w.glob && w.text == all && i > 0 && i == len(call.Args)-1 {
			c.open = true
			break
		}
		if !w.plain() || w.text == "" {
			return c, wrong
		}
		c.words = append(c.words, w)
	}
	c.exact = 2*len(c.words) + 1
	if c.open {
		c.exact--
	}
	return c, nil
}

// said writes words as a pattern that is about them; "" where no pattern can say them.
func said(words []word) string {
	var out []string
	for _, w := range words {
		quoted, err := syntax.Quote(w.text, syntax.LangBash)
		if !w.plain() || err != nil {
			return ""
		}
		out = append(out, quoted)
	}
	return strings.Join(out, " ")
}

// texts are words for a reader.
func texts(words []word) string {
	var out []string
	for _, w := range words {
		if w.known {
			out = append(out, w.text)
			continue
		}
		out = append(out, w.text+"…")
	}
	return strings.Join(out, " ")
}
