package wiring

import (
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"aipack/backend/detect/value"
	"aipack/backend/universalbuild"
)

// literal writes a text so that nothing in it is a reference.
func literal(text string) string { return value.Template{{Text: text}}.String() }

// here rewrites an address of the developer's machine, which a variable of a
// name has, to what listens there: the program itself, or another of the plan.
func (p Plan) here(name, text string) (string, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.User != nil || !here(u.Hostname()) || u.Scheme != "http" && u.Scheme != "https" {
		return "", false
	}
	port, err := strconv.Atoi(u.Port())
	if err != nil {
		port = 80
	}
	rest := literal(strings.TrimSuffix(u.RequestURI(), "/"))
	if port == p.Port {
		return "{self.url}" + rest, true
	}
	there := p.Neighbours.with(trait{"port", strconv.Itoa(port)}, p.ID)
	if len(there) != 1 { // of two that listen there either may be meant
		return "", false
	}
	return p.at(there[0], "url", wordsOf(name)) + rest, true
}

// harmless reports whether an example's text can be taken as it is: it is short,
// leads nowhere, and is neither a secret nor a word that one is to be filled in.
func harmless(text string) bool {
	lower := strings.ToLower(text)
	switch {
	case text == "", len(text) > 120, strings.ContainsAny(text, "\n\r\x00<>$"), universalbuild.Placeholder(text) && len(text) > 1:
		return false
	case universalbuild.SecretValue("", text), strings.Contains(lower, "your"), strings.Contains(lower, "change"), strings.Contains(lower, "xxx"), strings.HasPrefix(lower, "replace"):
		return false
	}
	return len(text) < 20 || !random().MatchString(text)
}

// plainly reports whether a text of a machine's own file says nothing of whom
// it serves: a switch, or a small number.
func plainly(text string) bool {
	switch strings.ToLower(text) {
	case "true", "false", "on", "off", "yes", "no":
		return true
	}
	return len(text) <= 7 && text != "" && strings.Trim(text, "0123456789") == ""
}

// random is one long word with digits in it, as tokens are.
var random = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9+/=_-]*[0-9][A-Za-z0-9+/=_-]*$`) })

// formOf reads the form of a secret off an example of one: digits of so many
// bytes, or the comment beside it.
func formOf(g Given) (string, bool) {
	if form := described(g.Comment); form != "" {
		return form, true
	}
	prefix, text := "", g.Text
	if rest, ok := strings.CutPrefix(text, "base64:"); ok { // Laravel's APP_KEY
		prefix, text = "base64:", rest
	}
	if raw, err := hex.DecodeString(text); err == nil && len(raw) >= 16 && len(raw) <= 128 {
		return prefix + "{secret:hex:" + strconv.Itoa(len(raw)) + "}", true
	}
	if len(text) < 24 || len(text) > 256 {
		return "", false
	}
	for _, encoding := range []struct {
		name string
		*base64.Encoding
	}{{"base64", base64.StdEncoding}, {"base64url", base64.URLEncoding}} {
		if raw, err := encoding.DecodeString(text); err == nil && (prefix != "" || strings.HasSuffix(text, "=")) {
			return prefix + "{secret:" + encoding.name + ":" + strconv.Itoa(len(raw)) + "}", true
		}
	}
	return "", false
}
