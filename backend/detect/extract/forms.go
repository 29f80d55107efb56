package extract

import (
	"slices"
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// maker is a call that makes something of the text of a variable, and so says which
// form it has. behind is a word that the rest of the line has to hold; "" for none.
type maker struct {
	call   language.Pattern
	behind string
	form   string
}

// makers are the calls that take a secret apart, and so say which form it has
// (cryptography.io/en/latest/fernet: 32 bytes in URL-safe base64; else 32 bytes, the key
// of AES-256 and of HMAC-SHA256, in the encoding that is read).
var makers = []maker{
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
func (f *Facts) Forms() map[string]string { return f.made(makers, nil) }

// made gives the forms of the variables that some calls read, directly or through one
// name, in files that name one of those that are asked for; nil: in all.
func (f *Facts) made(by []maker, asked []string) map[string]string {
	out, twice, left := map[string]string{}, map[string]bool{}, maxHandedOn
	for _, m := range by {
		for _, h := range f.Sources.Grep(m.call) {
			if source.Aside(h.Name) || m.behind != "" && !strings.Contains(h.After, `"`+m.behind+`"`) && !strings.Contains(h.After, "'"+m.behind+"'") {
				continue
			}
			if asked != nil && !says(f.Sources.file(h.Name).Text(), asked) {
				continue
			}
			name, ok := f.address(h, &left)
			if !ok {
				continue
			}
			if known, there := out[name]; there && known != m.form {
				twice[name] = true
			}
			out[name] = m.form
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
