package language

import (
	"reflect"
	"testing"
)

func TestLiterals(t *testing.T) {
	for p, want := range map[Pattern][]string{
		`\bhttp\.Serve\(`:             {"http.Serve("},
		`\b(?:alpha|beta)\s*\(`:       {"alpha", "beta"},
		`x(?:longest){2}y`:            {"longest"},
		`(?i)server`:                  nil,
		`\d+`:                         nil,
		`server|\d`:                   nil,
		`import\s+(?:Vapor|Kitura)\b`: {"import"},
		`(maybe)?certain`:             {"certain"},
	} {
		if got := p.Literals(); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", p, got, want)
		}
	}
}
