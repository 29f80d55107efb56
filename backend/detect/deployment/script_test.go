package deployment

import (
	"strings"
	"testing"
)

func TestScriptStart(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ dockerfile, script, want string }{
		"a server":                    {`ENTRYPOINT ["/entrypoint.sh"]`, "#!/bin/sh\nset -e\npython manage.py migrate\nexec gunicorn shop.wsgi \\\n  --bind 0.0.0.0:8000 \\\n  \"$@\"\n", "gunicorn shop.wsgi --bind 0.0.0.0:8000"},
		"as another user":             {`CMD ["sh", "/entrypoint.sh"]`, "exec gosu shop node app.js --prod\n", "node app.js --prod"},
		"a variable with its default": {"CMD /entrypoint.sh", "exec uvicorn shop:app --port ${PORT:-8000}\n", "sh -c exec uvicorn shop:app --port ${PORT:-8000}"},
		"quotes":                      {"CMD /entrypoint.sh", "exec gunicorn 'shop:make()'\n", "sh -c exec gunicorn 'shop:make()'"},
		"what it is given":            {`ENTRYPOINT ["/entrypoint.sh"]`, "python manage.py migrate\nexec \"$@\"\n", ""},
		"what only it knows":          {`ENTRYPOINT ["/entrypoint.sh"]`, "W=3\nexec gunicorn shop.wsgi -w $W\n", ""},
		"under a condition":           {`ENTRYPOINT ["/entrypoint.sh"]`, "if true; then\n  exec python a.py\nfi\n", ""},
		"a place of that image":       {`ENTRYPOINT ["/entrypoint.sh"]`, "exec /usr/local/bin/shop\n", ""},
		"another script":              {`CMD ["python", "app.py"]`, "exec python a.py\n", ""},
	} {
		f := files(t, map[string]string{"app.py": "", "Dockerfile": "FROM python:3.13\n" + c.dockerfile + "\n", "docker/entrypoint.sh": c.script}, ".")
		found := f.ScriptStart()
		if got := strings.Join(found.Value.Command, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if c.want != "" && (len(found.Evidence) == 0 || found.Evidence[0].Path != "docker/entrypoint.sh") {
			t.Errorf("%s: %+v", name, found.Evidence)
		}
	}
}

func TestScriptOptions(t *testing.T) {
	t.Parallel()
	const option = "if [ -n \"$CACHE_HOST\" ]; then\n    set -- \"$@\" \"--cache-host\" \"$CACHE_HOST\"\nfi\n"
	for name, c := range map[string]struct{ script, want string }{
		"an option":          {option + "exec node ./bin/shop \"$@\"\n", "--cache-host CACHE_HOST"},
		"an interpreter's":   {option + "  exec \"$NODE\" bin/shop.js \"$@\"\n", "--cache-host CACHE_HOST"},
		"another program":    {option + "exec node bin/other.js \"$@\"\n", ""},
		"of two variables":   {strings.Replace(option, "-n \"$CACHE_HOST\"", "-n \"$CACHE\"", 1) + "exec node bin/shop.js \"$@\"\n", ""},
		"not handed on":      {option + "exec node bin/shop.js\n", ""},
		"under more of them": {"if true; then\n  " + strings.ReplaceAll(option, "\n", "\n  ") + "\nfi\nexec node bin/shop.js \"$@\"\n", ""},
	} {
		f := files(t, map[string]string{"bin/shop.js": "", "Dockerfile": "FROM node:22\nENTRYPOINT [\"/entrypoint.sh\"]\n", "docker/entrypoint.sh": "#!/bin/sh\n" + c.script}, ".")
		got := ""
		for _, o := range f.ScriptOptions("bin/shop.js") {
			got += o.Flag + " " + o.Variable
			if o.Why.Path != "docker/entrypoint.sh" || !strings.Contains(o.Why.Excerpt, "set --") {
				t.Errorf("%s: %+v", name, o.Why)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
