package python

import (
	"testing"

	"aipack/backend/language/languagetest"
	"aipack/languages/python/interpreter"
)

// TestWheels: frozen requirements ask for a Python of their time.
func TestWheels(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"nothing pinned":              {map[string]string{"requirements.txt": "flask\ngreenlet\n"}, interpreter.Default},
		"pinned and new enough":       {map[string]string{"requirements.txt": "greenlet==3.1.0\n"}, interpreter.Default},
		"one release too old":         {map[string]string{"requirements.txt": "flask==3.0\ngreenlet==3.0.1\n"}, "3.12"},
		"two releases too old":        {map[string]string{"requirements.txt": "greenlet==3.0.1\nnumpy==1.25.2\n"}, "3.11"},
		"five releases too old":       {map[string]string{"requirements.txt": "greenlet==0.4.17\n"}, "3.9"},
		"none helps":                  {map[string]string{"requirements.txt": "greenlet==0.4.1\n"}, interpreter.Default},
		"below":                       {map[string]string{"requirements.txt": "numpy<2\n"}, "3.12"},
		"below, and no wheel":         {map[string]string{"requirements.txt": "numpy<1.26\n"}, "3.11"},
		"at most":                     {map[string]string{"requirements.txt": "numpy>=1.20,<=1.26\n"}, "3.12"},
		"compatible":                  {map[string]string{"requirements.txt": "numpy~=1.21.0\n"}, "3.10"},
		"compatible in two numbers":   {map[string]string{"requirements.txt": "numpy~=2.0\n"}, interpreter.Default},
		"any of a series":             {map[string]string{"requirements.txt": "numpy==1.26.*\n"}, "3.12"},
		"Django of 2017":              {map[string]string{"requirements.txt": "Django==1.11.29\n"}, "3.7"},
		"Django before its mending":   {map[string]string{"requirements.txt": "Django==1.11.7\n"}, "3.6"},
		"Django below a series":       {map[string]string{"requirements.txt": "Django>=3.2,<4.0\n"}, "3.10"},
		"Django of today":             {map[string]string{"requirements.txt": "Django==5.2.1\n"}, interpreter.Default},
		"the older of two":            {map[string]string{"requirements.txt": "Django==4.2.1\nlxml==4.6.3\n"}, "3.10"},
		"at least":                    {map[string]string{"requirements.txt": "greenlet>=2.0\n"}, interpreter.Default},
		"for another system":          {map[string]string{"requirements.txt": "greenlet==2.0.1; sys_platform == 'win32'\n"}, interpreter.Default},
		"what is said counts":         {map[string]string{"requirements.txt": "greenlet==2.0.1\n", ".python-version": "3.13\n"}, "3.13"},
		"a container file says":       {map[string]string{"requirements.txt": "greenlet==2.0.1\n", "Dockerfile": "FROM python:3.10-slim\n"}, "3.10"},
		"one that compiles on any is": {map[string]string{"requirements.txt": "markupsafe==2.0.1\n"}, interpreter.Default},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["app.py"] = "from flask import Flask\napp = Flask(__name__)\n"
			p, _ := languagetest.Project(t, &Language, c.files, ".", "")
			if got := p.Version.Value; got != c.want {
				t.Errorf("version %q, want %q", got, c.want)
			}
		})
	}
}
