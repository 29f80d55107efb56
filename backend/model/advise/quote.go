package advise

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
)

// mostQuoted is how long a quotation may be, in bytes.
const mostQuoted = 1000

// quoted looks a quotation up: the file is one of the repository's and holds
// the text word for word. The evidence is the file's own line.
func quoted(d pipeline.Desk, rule, name, quote string) (finding.Evidence, error) {
	name = path.Clean(strings.TrimPrefix(strings.TrimSpace(name), "./"))
	quote = strings.TrimSpace(quote)
	if len(quote) < 2 || len(quote) > mostQuoted {
		return finding.Evidence{}, fmt.Errorf("the quote must be a line of a file")
	}
	if !slices.Contains(d.Scan.Index.Paths(), name) {
		return finding.Evidence{}, fmt.Errorf("there is no file %q in the repository", clip(name))
	}
	text, ok := d.Scan.Reader.Folder(".").Text(name)
	if !ok {
		return finding.Evidence{}, fmt.Errorf("%q cannot be read as text", name)
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	at := strings.Index(text, strings.ReplaceAll(quote, "\r\n", "\n"))
	if at < 0 {
		return finding.Evidence{}, fmt.Errorf("%s does not hold the text %q", name, clip(quote))
	}
	from := strings.LastIndexByte(text[:at], '\n') + 1
	line := text[from:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	return finding.Evidence{
		Rule: rule, Path: name, Line: strings.Count(text[:at], "\n") + 1, Excerpt: clip(strings.TrimSpace(line)),
	}, nil
}

// userPath is what a model gives as the path of the user's own words, and
// userConfidence what an answer of theirs counts: it still went through a
// model.
const (
	userPath       = "user"
	userConfidence = 0.9
)

// hinted looks a quotation up in the user's hint, which must hold every word
// of the answer.
func hinted(d pipeline.Desk, quote string, a pipeline.Advice) (finding.Evidence, error) {
	quote = strings.TrimSpace(quote)
	if quote == "" || !strings.Contains(d.Hint, quote) {
		return finding.Evidence{}, fmt.Errorf("the user did not say %q", clip(quote))
	}
	words := a.Words
	if words == nil {
		words = []string{a.Text}
	}
	for _, w := range words {
		if !holds(quote, w) {
			return finding.Evidence{}, fmt.Errorf("the user's words %q do not say %q", clip(quote), clip(w))
		}
	}
	return finding.Evidence{Rule: "user.hint", Excerpt: clip(quote)}, nil
}

// clip keeps text within what evidence may hold.
func clip(s string) string {
	const most = 200
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most-len("…")], "") + "…"
}

// supports reports whether a line says an answer: it holds the value as a
// word of its own, or, for a command, names what is started.
func supports(e finding.Evidence, form pipeline.Form, a pipeline.Advice) bool {
	if form != pipeline.Command {
		return holds(e.Excerpt, a.Text)
	}
	for i, w := range a.Words {
		w = strings.Trim(strings.TrimPrefix(w, "./"), `"'`)
		if strings.HasPrefix(w, "-") || len(w) < 2 {
			continue
		}
		module, _, _ := strings.Cut(w, ":")
		if path.Base(e.Path) == path.Base(w) || strings.HasSuffix(strings.TrimSuffix(e.Path, path.Ext(e.Path)), strings.ReplaceAll(module, ".", "/")) {
			return true
		}
		if (i > 0 || len(a.Words) == 1) && holds(e.Excerpt, w) {
			return true
		}
	}
	return false
}

// holds reports whether a text holds a value with no letter or digit beside
// it: 8080 does not stand in 18080.
func holds(text, value string) bool {
	for at := 0; value != ""; {
		i := strings.Index(text[at:], value)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(value)
		if (i == 0 || !wordy(text[i-1]) || !wordy(value[0])) && (end == len(text) || !wordy(text[end]) || !wordy(value[len(value)-1])) {
			return true
		}
		at = i + 1
	}
	return false
}

func wordy(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
