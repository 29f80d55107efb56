package patch

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestApply(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"requirements.txt": "flask @ file:///croot/flask_1/work\nnumpy==2.1\n",
		"run.sh":           "#!/bin/sh\r\necho $HOME\r\n",
		"picture":          "a\x00b",
		"large":            strings.Repeat("x", largest+1),
	}
	read := func(path string) ([]byte, string, error) {
		text, ok := files[path]
		if !ok {
			return nil, "", fs.ErrNotExist
		}
		return []byte(text), "api/" + path, nil
	}
	for name, c := range map[string]struct {
		patches []Replacement
		want    map[string]string // text by path; nil: refused
	}{
		"all that matches":      {[]Replacement{{"requirements.txt", ` @ file://\S+`, ""}}, map[string]string{"api/requirements.txt": "flask\nnumpy==2.1\n"}},
		"two of one file":       {[]Replacement{{"requirements.txt", ` @ file://\S+`, ""}, {"requirements.txt", `^numpy==(\d+)\S*`, "numpy==$1.*"}}, map[string]string{"api/requirements.txt": "flask\nnumpy==2.*\n"}},
		"the ends of lines":     {[]Replacement{{"run.sh", "\r$", ""}}, map[string]string{"api/run.sh": "#!/bin/sh\necho $HOME\n"}},
		"a dollar":              {[]Replacement{{"run.sh", `echo \$HOME`, "echo $$1"}}, map[string]string{"api/run.sh": "#!/bin/sh\r\necho $1\r\n"}},
		"nothing matches":       {[]Replacement{{"run.sh", "nothing", "x"}}, nil},
		"one of two":            {[]Replacement{{"run.sh", "\r$", ""}, {"requirements.txt", "nothing", "x"}}, nil},
		"a file that is absent": {[]Replacement{{"other", "a", "b"}}, nil},
		"no text":               {[]Replacement{{"picture", "a", "b"}}, nil},
		"a large one":           {[]Replacement{{"large", "x", "y"}}, nil},
		"no expression":         {[]Replacement{{"run.sh", "(", "b"}}, nil},
	} {
		changes, err := Apply(c.patches, read)
		got := map[string]string{}
		for _, one := range changes {
			got[one.Path] = one.Text
			if before := files[strings.TrimPrefix(one.Path, "api/")]; !strings.Contains(one.Diff, "\n+") || !one.Fits([]byte(before)) || !one.Fits([]byte(one.Text)) || one.Fits([]byte(before+"x")) {
				t.Errorf("%s: %+v", name, one)
			}
		}
		if (err != nil) != (c.want == nil) {
			t.Errorf("%s: %v", name, err)
		} else if c.want != nil && !cmp.Equal(c.want, got) {
			t.Errorf("%s: %s", name, cmp.Diff(c.want, got))
		}
		if name == "a file that is absent" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzApply: whatever a project holds and a rule or a model says, there is an answer.
func FuzzApply(f *testing.F) {
	f.Add("a\nb\n", "a$", "$1")
	f.Add("", "^", "x")
	f.Fuzz(func(t *testing.T, text, find, replace string) {
		changes, err := Apply([]Replacement{{"f", find, replace}}, func(string) ([]byte, string, error) { return []byte(text), "f", nil })
		if err == nil && (len(changes) != 1 || changes[0].Text == text) {
			t.Errorf("%q", changes)
		}
	})
}
