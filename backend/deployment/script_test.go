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
