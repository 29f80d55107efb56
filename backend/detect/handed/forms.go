package handed

import (
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// Maker is a call that makes something of the text of a variable, and so says which
// form it has.
type Maker struct {
	Call   language.Pattern
	Behind string // a word that the rest of the line has to hold; "" for none
	Form   string
}

// makers are the calls that take a secret apart, and so say which form it has
// (cryptography.io/en/latest/fernet: 32 bytes in URL-safe base64; else 32 bytes, the key
// of AES-256 and of HMAC-SHA256, in the encoding that is read).
var makers = []Maker{
	{`\bFernet\(\s*`, "", "{secret:base64url:32}"},
	{`\burlsafe_b64decode\(\s*`, "", "{secret:base64url:32}"},
	{`\b(?:standard_)?b64decode\(\s*`, "", "{secret:base64:32}"},
	{`\bbytes\.fromhex\(\s*|\bunhexlify\(\s*|\bhex\.DecodeString\(\s*`, "", "{secret:hex:32}"},
	{`\bbase64\.StdEncoding\.DecodeString\(\s*`, "", "{secret:base64:32}"},
	{`\bbase64\.URLEncoding\.DecodeString\(\s*`, "", "{secret:base64url:32}"},
	{`\bBuffer\.from\(\s*`, "base64", "{secret:base64:32}"},
	{`\bBuffer\.from\(\s*`, "hex", "{secret:hex:32}"},
	{`\b(?:Decoders\.BASE64|Base64\.getDecoder\(\))\.decode\(\s*`, "", "{secret:base64:32}"},
	{`\bBase64\.(?:strict_)?decode64\(\s*`, "", "{secret:base64:32}"},
}

// Forms gives the form of the secrets that the sources take apart, by the variable,
// directly or through one name. One that two calls read differently is left out.
func Forms(set *source.Set) map[string]string { return Made(set, makers, nil) }

// Made gives the forms of the variables that some calls read, directly or through one
// name, in files that name one of those that are asked for; nil: in all.
func Made(set *source.Set, by []Maker, asked []string) map[string]string {
	out, twice, left := map[string]string{}, map[string]bool{}, maxHandedOn
	for _, m := range by {
		for _, h := range set.Grep(m.Call) {
			if source.Aside(h.Name) || m.Behind != "" && !strings.Contains(h.After, `"`+m.Behind+`"`) && !strings.Contains(h.After, "'"+m.Behind+"'") {
				continue
			}
			if asked != nil && !says(set.File(h.Name).Text(), asked) {
				continue
			}
			name, ok := variable(set, h.Name, h.After, &left)
			if !ok {
				continue
			}
			if known, there := out[name]; there && known != m.Form {
				twice[name] = true
			}
			out[name] = m.Form
		}
	}
	for name := range twice {
		delete(out, name)
	}
	return out
}

func says(text string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
}
