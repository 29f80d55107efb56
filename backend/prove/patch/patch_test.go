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
			return nil, "api/" + path, fs.ErrNotExist
		}
		return []byte(text), "api/" + path, nil
	}
	for name, c := range map[string]struct {
		patches []Replacement
		want    map[string]string // text by path; nil: refused
	}{
		"all that matches":      {[]Replacement{{Path: "requirements.txt", Find: ` @ file://\S+`, Replace: ""}}, map[string]string{"api/requirements.txt": "flask\nnumpy==2.1\n"}},
		"two of one file":       {[]Replacement{{Path: "requirements.txt", Find: ` @ file://\S+`, Replace: ""}, {Path: "requirements.txt", Find: `^numpy==(\d+)\S*`, Replace: "numpy==$1.*"}}, map[string]string{"api/requirements.txt": "flask\nnumpy==2.*\n"}},
		"the ends of lines":     {[]Replacement{{Path: "run.sh", Find: "\r$", Replace: ""}}, map[string]string{"api/run.sh": "#!/bin/sh\necho $HOME\n"}},
		"a dollar":              {[]Replacement{{Path: "run.sh", Find: `echo \$HOME`, Replace: "echo $$1"}}, map[string]string{"api/run.sh": "#!/bin/sh\r\necho $1\r\n"}},
		"nothing matches":       {[]Replacement{{Path: "run.sh", Find: "nothing", Replace: "x"}}, nil},
		"one of two":            {[]Replacement{{Path: "run.sh", Find: "\r$", Replace: ""}, {Path: "requirements.txt", Find: "nothing", Replace: "x"}}, nil},
		"a file that is absent": {[]Replacement{{Path: "other", Find: "a", Replace: "b"}}, nil},
		"no text":               {[]Replacement{{Path: "picture", Find: "a", Replace: "b"}}, nil},
		"a large one":           {[]Replacement{{Path: "large", Find: "x", Replace: "y"}}, nil},
		"a line more":           {[]Replacement{{Path: "requirements.txt", Line: "gunicorn"}, {Path: "requirements.txt", Line: "redis"}}, map[string]string{"api/requirements.txt": "flask @ file:///croot/flask_1/work\nnumpy==2.1\ngunicorn\nredis\n"}},
		"a line of a new file":  {[]Replacement{{Path: ".dockerignore", Line: "key.pem"}}, map[string]string{"api/.dockerignore": "key.pem\n"}},
		"a line of Windows'":    {[]Replacement{{Path: "run.sh", Line: "exit"}}, map[string]string{"api/run.sh": "#!/bin/sh\r\necho $HOME\r\nexit\r\n"}},
		"no expression":         {[]Replacement{{Path: "run.sh", Find: "(", Replace: "b"}}, nil},
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
		changes, err := Apply([]Replacement{{Path: "f", Find: find, Replace: replace}}, func(string) ([]byte, string, error) { return []byte(text), "f", nil })
		if err == nil && (len(changes) != 1 || changes[0].Text == text) {
			t.Errorf("%q", changes)
		}
	})
}
