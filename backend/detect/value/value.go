// Package value reads what a deployment gives a variable: a text in which
// references stand for what is known only when everything runs.
//
//	{postgresql.url}          where a data service is, by its id
//	{postgresql.url:psycopg}  the same, with another scheme: drivers stand there
//	{postgresql.host}         also port, address (host:port), user, password, database
//	{service:apps/api.url}    where another service of the plan is, by its folder; also host, port, address
//	{service:apps/web.published}  where a browser reaches it
//	{self.url}                where this service is published; also host, port, address
//	{self.name}               the name under which its neighbours reach it
//	{secret:hex:32}           something to be made: 32 bytes as hexadecimal digits
//	{secret:base64:32}        also base64url (RFC 4648, 5); text:50 are 50 letters and digits
//	{text:self.url}           the text {self.url} itself
//
// Braces that are none of these stay what they are. What has the form of a
// reference and leads nowhere is an error. The package does not know which
// services a plan has, nor who asks for a value.
package value

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/detect/backing"
)

// Template is a value in its parts.
type Template []Part

// Kind says what a part stands for.
type Kind int

// The kinds of parts.
const (
	Text    Kind = iota // itself
	Store               // a data service, by its id
	Service             // another service of the plan, by its folder
	Self                // the service whose variable it is
	Secret              // something to be made
)

// Part is a stretch of text, or a reference.
type Part struct {
	Kind   Kind
	Text   string // of a text; the id or folder that a reference names
	Field  string // which of its properties is meant
	Scheme string // of an address, where it is another than its own
	Form   Form   // of a secret
}

// The properties that may be asked for.
var (
	storeFields   = []string{"url", "host", "port", "address", "user", "password", "database"}
	serviceFields = []string{"url", "host", "port", "address", "published"}
	selfFields    = []string{"url", "host", "port", "address", "name"}
)

// longest is how long a reference may be between its braces.
const longest = 300

// Parse reads a value. Its error names the first reference that leads nowhere.
func Parse(text string) (Template, error) {
	var t Template
	var plain strings.Builder
	for text != "" {
		before, inner, after, found := reference(text)
		plain.WriteString(before)
		if !found {
			break
		}
		text = after
		part, meant, err := read(inner)
		switch {
		case err != nil:
			return nil, err
		case !meant:
			plain.WriteString("{" + inner + "}")
			continue
		case part.Kind == Text:
			plain.WriteString(part.Text)
			continue
		}
		if plain.Len() > 0 {
			t = append(t, Part{Text: plain.String()})
			plain.Reset()
		}
		t = append(t, part)
	}
	if plain.Len() > 0 {
		t = append(t, Part{Text: plain.String()})
	}
	return t, nil
}

// reference cuts a text around the first pair of braces that holds no other.
func reference(text string) (before, inner, after string, found bool) {
	for at := 0; ; {
		closing := strings.IndexByte(text[at:], '}')
		if closing < 0 {
			return text, "", "", false
		}
		closing += at
		opening := strings.LastIndexByte(text[at:closing], '{')
		if opening >= 0 && closing-at-opening <= longest {
			opening += at
			return text[:opening], text[opening+1 : closing], text[closing+1:], true
		}
		at = closing + 1
	}
}

// read reads what stands between braces; meant is whether it is a reference.
func read(inner string) (p Part, meant bool, err error) {
	if rest, ok := strings.CutPrefix(inner, "text:"); ok {
		return Part{Text: "{" + rest + "}"}, true, nil
	}
	if rest, ok := strings.CutPrefix(inner, "secret:"); ok {
		form, err := readForm(rest)
		return Part{Kind: Secret, Form: form}, true, err
	}
	head, folder := strings.CutPrefix(inner, "service:")
	dot := strings.LastIndexByte(head, '.')
	if dot <= 0 {
		if folder {
			return p, true, fmt.Errorf("{%s} says nothing of the service: write {%s.url}", inner, inner)
		}
		return p, false, nil
	}
	p.Text = head[:dot]
	p.Field, p.Scheme, _ = strings.Cut(head[dot+1:], ":")
	var fields []string
	switch {
	case folder:
		p.Kind, fields = Service, serviceFields
	case p.Text == "self":
		p.Kind, p.Text, fields = Self, "", selfFields
	default:
		p.Kind, fields = Store, storeFields
		if _, known := backing.Of(p.Text); !known {
			if !word(p.Text) || !slices.Contains(fields, p.Field) {
				return Part{}, false, nil
			}
			return p, true, fmt.Errorf("{%s} names no data service that is known", inner)
		}
	}
	if !slices.Contains(fields, p.Field) {
		return p, true, fmt.Errorf("{%s}: there is no %q, only %s", inner, p.Field, strings.Join(fields, ", "))
	}
	if strings.Contains(head[dot+1:], ":") && (p.Field != "url" || !scheme(p.Scheme)) {
		return p, true, fmt.Errorf("{%s}: only an address (url) can have another scheme", inner)
	}
	return p, true, nil
}

// word reports whether a text has the form of a data service's id.
func word(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// scheme reports whether a text can be one (RFC 3986, 3.1), or several in a
// row as JDBC writes them.
func scheme(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789+.-:") == ""
}

// String writes a value so that Parse reads the same.
func (t Template) String() string {
	var b strings.Builder
	for _, p := range t {
		b.WriteString(p.String())
	}
	return b.String()
}

// String writes one part.
func (p Part) String() string {
	inner := p.Field
	if p.Scheme != "" {
		inner += ":" + p.Scheme
	}
	switch p.Kind {
	case Text:
		return literally(p.Text)
	case Store:
		return "{" + p.Text + "." + inner + "}"
	case Service:
		return "{service:" + p.Text + "." + inner + "}"
	case Self:
		return "{self." + inner + "}"
	}
	return "{secret:" + p.Form.Alphabet + ":" + strconv.Itoa(p.Form.Length) + "}"
}

// literally writes a text so that nothing in it is a reference.
func literally(text string) string {
	var b strings.Builder
	for {
		before, inner, after, found := reference(text)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if _, meant, err := read(inner); meant || err != nil {
			inner = "text:" + inner
		}
		b.WriteString("{" + inner + "}")
		text = after
	}
}

// Stores are the data services that a value refers to, in its order.
func (t Template) Stores() (ids []string) { return t.named(Store) }

// Services are the folders of the services that a value refers to.
func (t Template) Services() (folders []string) { return t.named(Service) }

// Reached are the folders of the services that whoever has the value talks to;
// where one is published is what browsers are told.
func (t Template) Reached() (folders []string) {
	for _, p := range t {
		if p.Kind == Service && p.Field != "published" {
			folders = append(folders, p.Text)
		}
	}
	return folders
}

func (t Template) named(k Kind) (names []string) {
	for _, p := range t {
		if p.Kind == k {
			names = append(names, p.Text)
		}
	}
	return names
}
