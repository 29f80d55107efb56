package list

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"aipack/backend/fleet"
)

func TestLists(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"shop", "odd@name", "@scope", "host.example:x"} {
		if err := os.Mkdir(filepath.Join(folder, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	at := func(address, ref string) fleet.Repository { return fleet.Repository{Address: address, Ref: ref} }
	in := func(name, ref string) fleet.Repository { return at(filepath.Join(folder, name), ref) }
	for name, c := range map[string]struct {
		text     string
		want     []fleet.Repository
		stripped int
	}{
		"nothing": {"", nil, 0},
		"lines": {"\ufeff# a remark\n\nshop\nshop@v1 # another\n  ./shop@feature/x\r\nodd@name\nodd@name@v2\n@scope\ngone\nhttps://git.example/team/shop.git@v1.2\n" +
			"https://git.example/@team/shop@feature/x\nssh://git@git.example:22/team/shop@main\ngit@git.example:team/shop.git\ngit@git.example:team/shop@v1\nhost.example:x\n",
			[]fleet.Repository{
				in("shop", ""), in("shop", "v1"), in("shop", "feature/x"), in("odd@name", ""), in("odd@name", "v2"), in("@scope", ""), in("gone", ""),
				at("https://git.example/team/shop.git", "v1.2"), at("https://git.example/@team/shop", "feature/x"), at("ssh://git@git.example:22/team/shop", "main"),
				at("git@git.example:team/shop.git", ""), at("git@git.example:team/shop", "v1"), in("host.example:x", ""),
			}, 0},
		"a table of GitHub's": {"id,name,html_url,Clone-URL,default_branch\n1,a,https://g.example/o/a,https://g.example/o/a.git,main\n2,b,https://g.example/o/b,,main\n",
			[]fleet.Repository{at("https://g.example/o/a.git", ""), at("https://g.example/o/b", "")}, 0},
		"with semicolons and references": {"\"Path\";\"branch\"\nshop;\nshop;v1\n", []fleet.Repository{in("shop", ""), in("shop", "v1")}, 0},
		"one column":                     {"repository\nshop\n", []fleet.Repository{in("shop", "")}, 0},
		"lines of JSON":                  {`{"id":1,"http_url_to_repo":"https://g.example/a.git","sha":"abc"}` + "\n" + `{"ssh_url":"git@g.example:b.git"}` + "\n\"shop@v1\"\n", []fleet.Repository{at("https://g.example/a.git", "abc"), at("git@g.example:b.git", ""), in("shop", "v1")}, 0},
		"an array":                       {`[{"clone_url":"https://g.example/a.git","private":true,"ref":"v1"}, "shop"]`, []fleet.Repository{at("https://g.example/a.git", "v1"), in("shop", "")}, 0},
		"secrets":                        {"https://ann:s3cret@g.example/a.git@v1\nhttps://ghp_token@g.example/b\nssh://git:s3cret@g.example/c\n", []fleet.Repository{at("https://g.example/a.git", "v1"), at("https://g.example/b", ""), at("ssh://git@g.example/c", "")}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := Read(strings.NewReader(c.text), folder)
			if diff := cmp.Diff(Entries{c.want, c.stripped}, got); diff != "" || err != nil {
				t.Errorf("%v\n%s", err, diff)
			}
		})
	}
}

// TestRefused: what is no address, or would make git do something else. No message
// repeats a secret.
func TestRefused(t *testing.T) {
	t.Parallel()
	for text, says := range map[string]string{
		"ext::sh -c id":     "line 1: \"ext::sh -c id\" is no address",
		"--upload-pack=id":  "is no address",
		"file:///etc":       "addresses begin with https://, http://, ssh://, not file://",
		"ext://x/y":         "not ext://",
		"https:///x":        "not https://",
		"https://g.example": "names no repository",
		"https://g.example/a?access_token=s3cret": "has a query",
		"https://ann:s3cret@g.exa mple/a":         "cannot be read",
		"https://g.example/a@--upload-pack=id":    "is no reference",
		"https://g.example/a@a b":                 "is no reference",
		"https://g.example/a@x..y":                "is no reference",
		"ok\nhttps://g.example":                   "line 2: ",
		"name,url\na,\n":                          "line 2 names no repository",
		"{\"id\": 1}":                             "entry 1 names no repository",
		"{\"url\": \"a\"}\n{":                     "entry 2: ",
		"[1]":                                     "entry 1 is neither a text nor an object",
	} {
		_, err := Read(strings.NewReader(text), t.TempDir())
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
