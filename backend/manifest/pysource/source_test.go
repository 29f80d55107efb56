package pysource

import (
	"strings"
	"testing"
)

func TestPythonSource(t *testing.T) {
	const text = `"""app = Flask(__name__) in a comment
"""
import os, uvicorn as server
import a.b
from flask import (
    Flask as F,  # the framework
    jsonify,
)
from . import views
from .core.deep import thing

class Settings(F, metaclass=M):
    app = F(__name__)

app: F = F(__name__,
    static_folder="x" "y")
a = b = make()
x == y()
NAME = r'raw\d'

def create_app(config=None, *args):
    inner = F("x"); inner.config["A"] = os.getenv("A", 'it\'s')
    return inner

@app.route("/health", methods=["GET"])
def health(): return "ok"

if __name__ == "__main__":
    server.run(app, host=f"{x}", port=int(os.environ.get("PORT", 8_000)))
while True:
	pass
`
	s, _ := Parse(text)
	if s.Names["F"] != "flask.Flask" || s.Names["server"] != "uvicorn" || s.Names["views"] != ".views" || s.Names["thing"] != ".core.deep.thing" {
		t.Errorf("names: %v", s.Names)
	}
	if got := strings.Join(s.Modules, " "); got != "os uvicorn a.b flask . .core.deep" {
		t.Errorf("modules: %s", got)
	}
	var assigns []string
	for _, a := range s.Assigns {
		full := ""
		if a.Call != nil {
			full = a.Call.Full
		}
		assigns = append(assigns, a.Function+"/"+a.Target+"="+full)
	}
	if got := strings.Join(assigns, " "); got != "/app=flask.Flask /a=make /b=make /NAME= create_app/inner=flask.Flask" {
		t.Errorf("assigns: %s", got)
	}
	if s.Main != 28 || !s.Loop || len(s.Functions) != 3 || s.Functions[0].Bases[0] != "flask.Flask" {
		t.Errorf("main %d, loop %v, functions %+v", s.Main, s.Loop, s.Functions)
	}
	var run, route, env *Call
	for i, c := range s.Calls {
		switch c.Full {
		case "uvicorn.run":
			run = &s.Calls[i]
		case "app.route":
			route = &s.Calls[i]
		case "os.getenv":
			env = &s.Calls[i]
		}
	}
	if run == nil || !run.InMain || run.Line != 29 {
		t.Fatalf("uvicorn.run: %+v", run)
	}
	if _, ok := run.Arg("host"); !ok {
		t.Error("no host")
	}
	if p, _ := route.Args[0].Text(); p != "/health" || !route.Decorator {
		t.Errorf("route: %+v", route)
	}
	if d, _ := env.Args[1].Text(); d != "it's" || env.Function != "create_app" {
		t.Errorf("getenv: %+v", env)
	}
}

// TestNamesOfAStar: what is taken over by a star is known, and what the file
// imports by name, defines or assigns itself keeps its meaning.
func TestNamesOfAStar(t *testing.T) {
	before, _ := Parse("from http.server import *\nfrom other import test\n\nclass Page(BaseHTTPRequestHandler): pass\n\ndef HTTPServer(a): pass\n\ns = ThreadingHTTPServer(1)\nHTTPServer(2)\ntest()\nmystery()\n")
	s := before.With(map[string]string{
		"ThreadingHTTPServer": "http.server.ThreadingHTTPServer", "HTTPServer": "http.server.HTTPServer", "test": "http.server.test", "BaseHTTPRequestHandler": "http.server.BaseHTTPRequestHandler",
	})
	var full []string
	for _, c := range s.Calls {
		full = append(full, c.Full)
	}
	if got := strings.Join(full, " "); got != "http.server.ThreadingHTTPServer HTTPServer other.test mystery" {
		t.Errorf("calls: %s", got)
	}
	if s.Assigns[0].Call.Full != "http.server.ThreadingHTTPServer" || s.Functions[0].Bases[0] != "http.server.BaseHTTPRequestHandler" {
		t.Errorf("%+v %+v", s.Assigns[0].Call, s.Functions[0])
	}
	if before.Calls[0].Full != "ThreadingHTTPServer" || before.Functions[0].Bases[0] != "BaseHTTPRequestHandler" {
		t.Error("the source itself was changed")
	}
}

func FuzzPython(f *testing.F) {
	f.Add("x = (\n'''\\")
	f.Add("if __name__\nfrom . import (a as\ndef\nclass\nasync def\nx: y = z = a.b(c=")
	f.Fuzz(func(t *testing.T, s string) {
		if _, err := Parse(s); err != nil {
			t.Error(err)
		}
	})
}
