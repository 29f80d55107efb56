package chat

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/model/llm/llamacpp/jinja"
	"aipack/backend/model/llm/llamacpp/protocol"
)

// marks are a vocabulary's control tokens by their first character, the longest
// first.
type marks map[rune][][]rune

func newMarks(all []string) marks {
	m := marks{}
	for _, one := range all {
		if r := []rune(one); len(r) > 0 {
			m[r[0]] = append(m[r[0]], r)
		}
	}
	for _, list := range m {
		slices.SortFunc(list, func(a, b []rune) int {
			return cmp.Or(cmp.Compare(len(b), len(a)), slices.Compare(a, b))
		})
	}
	return m
}

// split tells the marks that the template wrote from everything else.
func (m marks) split(t jinja.Text) []protocol.Part {
	var parts []protocol.Part
	from := 0
	for i := 0; i < len(t); {
		n := m.at(t, i)
		if n == 0 {
			i++
			continue
		}
		parts = add(parts, protocol.Part{Text: t[from:i].String()})
		parts = append(parts, protocol.Part{Text: t[i : i+n].String(), Mark: true})
		i += n
		from = i
	}
	return add(parts, protocol.Part{Text: t[from:].String()})
}

func (m marks) at(t jinja.Text, i int) int {
	for _, one := range m[t[i]] {
		if n := t.Own(i, one); n > 0 {
			return n
		}
	}
	return 0
}

// spellingOf is how a model writes calls, by the marks that its template has for
// them.
func spellingOf(template string, calls bool) protocol.Spelling {
	has := func(words ...string) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(template, w) })
	}
	switch {
	case !calls:
		return protocol.Bare
	case has("<|channel|>", "<|message|>"):
		return protocol.Harmony
	case has("<|tool_call>call:"):
		return protocol.Gemma
	case has("<tool_call>", "<function="):
		return protocol.Tagged
	case has("[TOOL_CALLS]"):
		return protocol.Mistral
	case has("<tool_call>"):
		return protocol.InTags
	case has("<|tool_call|>"):
		return protocol.Granite
	}
	return protocol.Bare
}

// CallMarks are the control tokens that a model writes its calls and its channels
// with. All others have no business in an answer.
func CallMarks(s protocol.Spelling) []string {
	switch s {
	case protocol.InTags, protocol.Tagged:
		return []string{"<tool_call>", "</tool_call>", "<think>", "</think>"}
	case protocol.Mistral:
		return []string{"[TOOL_CALLS]", "[CALL_ID]", "[ARGS]", "[THINK]", "[/THINK]"}
	case protocol.Harmony:
		return []string{"<|start|>", "<|channel|>", "<|constrain|>", "<|message|>", "<|end|>"}
	case protocol.Gemma:
		return []string{"<|tool_call>", "<tool_call|>", `<|"|>`, "<|channel>", "<channel|>"}
	case protocol.Granite:
		return []string{"<|tool_call|>", "<|/tool_call|>"}
	}
	return []string{"<|python_tag|>"}
}
