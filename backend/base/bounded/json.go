package bounded

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
	"github.com/titanous/json5"
)

// What is read of JSON. Go's own parser needs no bounds, the others call
// themselves for each bracket; and who reads part by part what he has left raw
// goes over a text once for each level.
const (
	jsonMostBytes = 32 << 20 // strict
	jsonMostLoose = 4 << 20  // with comments, or JSON5
	jsonMostDepth = 500
)

// JSON gives strict JSON for a text that may hold comments and trailing commas;
// loose says that it did.
func JSON(content string) (strict []byte, loose bool, err error) {
	if len(content) > jsonMostBytes {
		return nil, false, tooLong("JSON", len(content), jsonMostBytes)
	}
	if err := weighJSON(content, endOfComment); err != nil {
		return nil, false, err
	}
	strict = []byte(content)
	if json.Valid(strict) {
		return strict, false, nil
	}
	if len(content) > jsonMostLoose {
		return nil, false, tooLong("JSON with comments", len(content), jsonMostLoose)
	}
	err = asked("JSON", jsonCost(content), func() error {
		strict, err = hujson.Standardize(strict)
		return err
	})
	return strict, err == nil, err
}

// JSON5 reads a document into a pointer to a value, as json.Unmarshal does.
func JSON5(content string, into any) error {
	content = strings.TrimPrefix(content, "\ufeff")
	if len(content) > jsonMostLoose {
		return tooLong("JSON5", len(content), jsonMostLoose)
	}
	if err := weighJSON(content, endOfComment5); err != nil {
		return err
	}
	return asked("JSON5", jsonCost(content), func() error { return json5.Unmarshal([]byte(content), into) })
}

// JSONDepth refuses a text of which more brackets are open at once than any message
// or document has, for who reads it with Go's own parser.
func JSONDepth(content string) error { return weighJSON(content, endOfComment) }

// jsonCost is about how many bytes the libraries allocate for a text, at most.
func jsonCost(content string) int { return 128 * len(content) }

// weighJSON refuses a text of which more brackets are open at once than a
// parser should call itself. Strings of both quotes and comments are known for
// what they are; where they are mistakes, no parser goes on.
func weighJSON(content string, comment func(content string, i int) int) error {
	depth, line := 0, 1
	for i := 0; i < len(content); i++ {
		end := i + 1
		switch content[i] {
		case '\n':
			line++
		case '{', '[':
			if depth++; depth > jsonMostDepth {
				return &Refusal{"JSON", line, fmt.Sprintf("more than %d brackets are open at once, and no more are read", jsonMostDepth)}
			}
		case '}', ']':
			depth--
		case '"', '\'':
			end = endOfString(content, i)
		case '/':
			end = comment(content, i)
		}
		if end > i+1 {
			line += strings.Count(content[i:end], "\n")
			i = end - 1
		}
	}
	return nil
}

// endOfString gives the place behind the string that begins at i.
func endOfString(content string, i int) int {
	quote := content[i]
	for i++; i < len(content) && content[i] != quote; i++ {
		if content[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(content))
}

// endOfComment gives the place behind the comment that begins at i, or behind
// i where none does.
func endOfComment(content string, i int) int {
	switch {
	case strings.HasPrefix(content[i:], "//"):
		return behind(content, i+2, "\n")
	case strings.HasPrefix(content[i:], "/*"):
		return behind(content, i+2, "*/")
	}
	return i + 1
}

// endOfComment5 is the same as the library for JSON5 has it: a line ends with a
// carriage return too, and a comment with the next slash behind any star.
func endOfComment5(content string, i int) int {
	switch {
	case strings.HasPrefix(content[i:], "//"):
		if end := strings.IndexAny(content[i:], "\r\n"); end >= 0 {
			return i + end + 1
		}
		return len(content)
	case strings.HasPrefix(content[i:], "/*"):
		return behind(content, behind(content, i+2, "*"), "/")
	}
	return i + 1
}

// behind gives the place behind the next mark from i on, the text's end where
// there is none.
func behind(content string, i int, mark string) int {
	if at := strings.Index(content[i:], mark); at >= 0 {
		return i + at + len(mark)
	}
	return len(content)
}
