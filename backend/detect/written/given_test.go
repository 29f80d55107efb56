package written

import (
	"regexp"
	"testing"

	"aipack/backend/detect/source"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// file is a source file of a service with that text.
func file(t *testing.T, text string) (*reader, *source.File) {
	t.Helper()
	script := &language.Language{ID: "javascript", Name: "JavaScript", Extensions: []string{".js"}}
	p := &language.Project{Folder: languagetest.Reader(t, map[string]string{"server.js": text}).Folder("."), Language: script}
	set := source.Choose(p, nil, 1)
	return &reader{set: set}, set.File("server.js")
}

// A name is given what an expression over the whole text says, too.
func TestGiven(t *testing.T) {
	t.Parallel()
	const whole = `(?m)(?:^|[\s($.,{])host\b["']?(?:\s+[\w.]+|\s*:\s*[\w.]+)?\s*(?::=|=)\s*([^=~>\n][^\n]*?)\s*;?\s*(?:(?://|#)[^\n]*)?$`
	for text, want := range map[string]string{
		"const host = 'db'; // here\n": "db",
		"host='db'":                    "db",
		"ghost = 'x'\nhosts = 'y'\nhost string = 'db'":      "db",
		"var host: string\n  =\n  'db'\n;\n# host = 'no'\n": "db",
		"self.host = 'db'\nhost = 'db'":                     "db",
		"host == 'db'\nhost => 'x'\nhost := \"db\"":         "db",
		"host = read()":          "",
		"host = 'a'\nhost = 'b'": "",
		"say('host = 5')\n":      "",
		"a.host\n:\ntext\n=\n'db'\n;\n// host = 'no'\nhost='db'": "db",
	} {
		r, f := file(t, text)
		got, several := given(r, f, "host")
		if got.text != want || got.known != (want != "") {
			t.Errorf("%q: %+v %v, want %q", text, got, several, want)
		}
		first := regexp.MustCompile(whole).FindStringSubmatchIndex(text)
		if want != "" && (first == nil || text[first[2]+1:first[3]-1] != want) {
			t.Errorf("%q: the expression over the whole text says something else", text)
		}
	}
}

// The places of data services are where the expression over the whole text has them.
func TestHosts(t *testing.T) {
	t.Parallel()
	whole := regexp.MustCompile(`(?i)["']?\b(host|hostname|server|addr|address)["']?\s*(?:=>|[:=])\s*[^=\s]`)
	for text, want := range map[string]int{
		"{ host: 'a', \"Hostname\" => b, SERVER=c, addr:\n d, address = e }": 5,
		"ghost: 1, hosts: 2, host == 3, host:":                               0,
		"host: host: host: 1":                                                2, // the second is the first one's value
		"hosthost: 1, address-host: 2":                                       1,
	} {
		_, f := file(t, text)
		got := hosts(f)
		all := whole.FindAllStringSubmatchIndex(text, -1)
		if len(got) != want || len(all) != want {
			t.Errorf("%q: %v and %v, want %d", text, got, all, want)
			continue
		}
		for i, at := range all {
			if got[i] != at[2] {
				t.Errorf("%q: %v, want %d", text, got, at[2])
			}
		}
	}
}
