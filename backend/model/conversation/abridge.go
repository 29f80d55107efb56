package conversation

import (
	"encoding/json"
	"fmt"
	"strings"
)

// abridged is a call's arguments in at most so many tokens: whole where they fit,
// else with each long text told by its first lines and its length. The model has to
// know what it wrote; only to see all of it again it does not. What is no object, and
// what has no room even so, is told by its length alone. It stays a JSON object, as
// protocols want it.
func abridged(c Counter, arguments string, most int) string {
	if !over(c, arguments, most) {
		return arguments
	}
	var fields map[string]any
	if json.Unmarshal([]byte(arguments), &fields) == nil {
		for _, longest := range []int{2000, 1000, 400, 160, 60} { // bytes of one text
			if text, err := json.Marshal(shortTexts(fields, longest)); err == nil && !over(c, string(text), most) {
				return string(text)
			}
		}
	}
	return fmt.Sprintf(`{"left_out":"%s"}`, extent(arguments))
}

// LeftOut ends the note that stands for the rest of a long text of a call. A text that a
// model writes with it was copied from such a note.
const LeftOut = "; the rest is left out here, and was passed on whole)"

// shortTexts is a value of JSON in which no text is longer than so many bytes, and no
// list has more than twenty items.
func shortTexts(v any, longest int) any {
	const most = 20
	switch v := v.(type) {
	case string:
		if len(v) <= longest {
			return v
		}
		begin := v[:whole(v, longest)]
		if line := strings.LastIndexByte(begin, '\n'); line > longest/2 {
			begin = begin[:line]
		}
		return begin + "… (in all " + extent(v) + LeftOut
	case []any:
		out := make([]any, 0, min(len(v), most+1))
		for i, item := range v {
			if i == most {
				return append(out, fmt.Sprintf("… (%d more)", len(v)-most))
			}
			out = append(out, shortTexts(item, longest))
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for name, item := range v {
			out[name] = shortTexts(item, longest)
		}
		return out
	}
	return v
}

// extent says how long a text is.
func extent(text string) string {
	lines := strings.Count(text, "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		lines++
	}
	if lines == 1 {
		return fmt.Sprintf("1 line, %d bytes", len(text))
	}
	return fmt.Sprintf("%d lines, %d bytes", lines, len(text))
}
