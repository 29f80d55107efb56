package tests

import (
	"testing"

	"aipack/backend/detect/analysis"
	"aipack/backend/detect/pipeline"
	"aipack/backend/repo"
	"aipack/backend/repo/repotest"
	"aipack/backend/universalbuild"
)

// TestImportsOfEverythingAreImports: a program that takes over everything of a
// module serves with it as one that names what it takes. Each of these listens on
// port 7171, and nothing else in the project says so.
func TestImportsOfEverythingAreImports(t *testing.T) {
	const (
		gomod  = "module example.com/door\n\ngo 1.24\n"
		csproj = `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`
		gradle = "plugins { kotlin(\"jvm\") version \"2.0.0\"; application }\napplication { mainClass.set(\"MainKt\") }\n"
		sbt    = "scalaVersion := \"3.3.1\"\n"
	)
	cargo := func(dependency string) string {
		return "[package]\nname = \"door\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[dependencies]\n" + dependency + "\n"
	}
	pom := func(group, artifact string) string {
		return "<project><modelVersion>4.0.0</modelVersion><groupId>e</groupId><artifactId>door</artifactId><version>1</version><dependencies><dependency><groupId>" +
			group + "</groupId><artifactId>" + artifact + "</artifactId><version>1</version></dependency></dependencies></project>"
	}
	for name, files := range map[string]map[string]string{
		"Python, http.server":    {"serve.py": "from http.server import *\n\ns = HTTPServer((\"\", 7171), BaseHTTPRequestHandler)\nwhile True:\n    s.handle_request()\n"},
		"Python, a class of it":  {"main.py": "from wsgiref.simple_server import *\n\nclass Door(WSGIServer):\n    pass\n\nmake_server(\"\", 7171, demo_app, Door).handle_request()\n"},
		"Python, bottle":         {"requirements.txt": "bottle\n", "app.py": "from bottle import *\n\n@route(\"/\")\ndef index():\n    return \"hi\"\n\nrun(host=\"0.0.0.0\", port=7171)\n"},
		"Python, flask":          {"requirements.txt": "flask\n", "main.py": "from flask import *\n\nsite = Flask(__name__)\nsite.run(host=\"0.0.0.0\", port=7171)\n"},
		"Python, tornado":        {"requirements.txt": "tornado\n", "main.py": "from tornado.web import *\nfrom tornado.ioloop import *\n\nApplication([]).listen(7171)\nIOLoop.current().start()\n"},
		"Python, socket":         {"main.py": "from socket import *\n\ns = socket(AF_INET, SOCK_STREAM)\ns.bind((\"\", 7171))\ns.listen()\nwhile True:\n    s.accept()\n"},
		"Python, its own module": {"main.py": "from base import *\n\ns = HTTPServer((\"\", 7171), Page)\nwhile True:\n    s.handle_request()\n", "base.py": "from web import *\n\nclass Page(BaseHTTPRequestHandler):\n    pass\n", "web.py": "from http.server import HTTPServer, BaseHTTPRequestHandler\n"},
		"Python, its own server": {"main.py": "from door import *\n\nserver.serve()\n", "door/__init__.py": "from .web import *\n\nserver = Door()\n", "door/web.py": "from http.server import *\n\nclass Door:\n    def serve(self):\n        HTTPServer((\"\", 7171), SimpleHTTPRequestHandler).handle_request()\n"},
		"Java, the JDK's server": {"Main.java": "import com.sun.net.httpserver.*;\nimport java.net.*;\n\npublic class Main {\n    public static void main(String[] args) throws Exception {\n        HttpServer.create(new InetSocketAddress(7171), 0).start();\n    }\n}\n"},
		"Java, static, channels": {"Main.java": "import static java.nio.channels.ServerSocketChannel.*;\nimport java.net.*;\n\npublic class Main {\n    public static void main(String[] args) throws Exception {\n        var door = open().bind(new InetSocketAddress(7171));\n        for (;;) door.accept().close();\n    }\n}\n"},
		"Java, static, Spark":    {"pom.xml": pom("com.sparkjava", "spark-core"), "src/main/java/Main.java": "import static spark.Spark.*;\n\npublic class Main {\n    public static void main(String[] args) {\n        port(7171);\n        get(\"/\", (q, a) -> \"hi\");\n    }\n}\n"},
		"Java, Javalin":          {"pom.xml": pom("io.javalin", "javalin"), "src/main/java/Main.java": "import io.javalin.*;\n\npublic class Main {\n    public static void main(String[] args) {\n        Javalin.create().start(7171);\n    }\n}\n"},
		"Kotlin, java.net":       {"build.gradle.kts": gradle, "src/main/kotlin/Main.kt": "import java.net.*\n\nfun main() {\n    val door = ServerSocket(7171)\n    while (true) door.accept().close()\n}\n"},
		"Scala, java.net":        {"build.sbt": sbt, "project/build.properties": "sbt.version=1.9.0\n", "src/main/scala/Main.scala": "import java.net.*\n\n@main def run() =\n  val door = ServerSocket(7171)\n  while true do door.accept().close()\n"},
		"Rust, actix-web":        {"Cargo.toml": cargo(`actix-web = "4"`), "src/main.rs": "use actix_web::*;\n\n#[actix_web::main]\nasync fn main() -> std::io::Result<()> {\n    HttpServer::new(|| App::new()).bind((\"0.0.0.0\", 7171))?.run().await\n}\n"},
		"Rust, warp":             {"Cargo.toml": cargo(`warp = "0.3"`), "src/main.rs": "use warp::*;\n\n#[tokio::main]\nasync fn main() {\n    serve(path::end().map(|| \"hi\")).run(([0, 0, 0, 0], 7171)).await;\n}\n"},
		"Rust, std::net":         {"Cargo.toml": cargo(""), "src/main.rs": "use std::net::*;\n\nfn main() {\n    for _ in TcpListener::bind(\"0.0.0.0:7171\").unwrap().incoming() {}\n}\n"},
		"Go, net/http":           {"go.mod": gomod, "main.go": "package main\n\nimport . \"net/http\"\n\nfunc main() { panic(ListenAndServe(\":7171\", nil)) }\n"},
		"Go, net":                {"go.mod": gomod, "main.go": "package main\n\nimport . \"net\"\n\nfunc main() {\n\tdoor, err := Listen(\"tcp\", \":7171\")\n\tfor err == nil {\n\t\t_, err = door.Accept()\n\t}\n}\n"},
		"Go, under another name": {"go.mod": gomod, "main.go": "package main\n\nimport wire \"net\"\n\nfunc main() {\n\tdoor, err := wire.Listen(\"tcp\", \":7171\")\n\tfor err == nil {\n\t\t_, err = door.Accept()\n\t}\n}\n"},
		"C#, global usings":      {"door.csproj": csproj, "Usings.cs": "global using System.Net;\nglobal using System.Net.Sockets;\n", "Program.cs": "var door = new TcpListener(IPAddress.Any, 7171);\ndoor.Start();\nwhile (true) door.AcceptTcpClient().Close();\n"},
		"Ruby, include":          {"Gemfile": "gem \"webrick\"\n", "main.rb": "require \"webrick\"\ninclude WEBrick\nHTTPServer.new(Port: 7171).start\n"},
		"Ruby, sockets":          {"Gemfile": "", "main.rb": "require \"socket\"\ninclude Socket::Constants\ndoor = Socket.new(AF_INET, SOCK_STREAM, 0)\ndoor.bind(Addrinfo.tcp(\"0.0.0.0\", 7171))\ndoor.listen(5)\nloop do\n  guest, _ = door.accept\n  guest.close\nend\n"},
	} {
		t.Run(name, func(t *testing.T) {
			doc := theOneOf(t, files)
			if doc.Metadata.Kind != universalbuild.Web || len(doc.Runtime.Ports) != 1 || doc.Runtime.Ports[0].Port != 7171 {
				t.Errorf("it is %q on %v", doc.Metadata.Kind, doc.Runtime.Ports)
			}
		})
	}
}

// TestWhatServesNobodyStaysSo: names alone open no port.
func TestWhatServesNobodyStaysSo(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  universalbuild.Kind
	}{
		"a function of its own is called run": {map[string]string{"requirements.txt": "bottle\n", "app.py": "from bottle import *\n\ndef run():\n    print(template(\"{{x}}\", x=1))\n\nrun()\n"}, universalbuild.CLI},
		"a module that it has itself":         {map[string]string{"main.py": "from server import *\n\nHTTPServer()\n", "server.py": "def HTTPServer():\n    print(1)\n"}, universalbuild.CLI},
		"modules that import each other":      {map[string]string{"main.py": "from a import *\n\nprint(1)\n", "a.py": "from b import *\n", "b.py": "from a import *\n"}, universalbuild.CLI},
		"a client":                            {map[string]string{"main.py": "from socket import *\n\ns = socket()\ns.bind((\"\", 0))\ns.connect((\"example.com\", 80))\n"}, universalbuild.CLI},
		"a socket of the file system":         {map[string]string{"main.py": "import socket\n\ns = socket.socket(socket.AF_UNIX)\ns.bind(\"/tmp/door\")\ns.listen()\nwhile True:\n    s.accept()\n"}, universalbuild.Worker},
		"a method of its own in Go":           {map[string]string{"go.mod": "module example.com/x\n\ngo 1.24\n", "main.go": "package main\n\nimport . \"net\"\n\ntype ear struct{ IP }\n\nfunc (e ear) Listen(s string) { println(s) }\n\nfunc main() { ear{}.Listen(\"tcp\") }\n"}, universalbuild.CLI},
	} {
		t.Run(name, func(t *testing.T) {
			if doc := theOneOf(t, c.files); doc.Metadata.Kind != c.want {
				t.Errorf("it is %q, not %q", doc.Metadata.Kind, c.want)
			}
		})
	}
}

// theOneOf is the one service of a project.
func theOneOf(t *testing.T, files map[string]string) universalbuild.UniversalBuild {
	t.Helper()
	dir := t.TempDir()
	repotest.LayOut(t, dir, files)
	r, err := repo.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	out, err := analysis.New().Execute(t.Context(), pipeline.Run{ID: "test", Repo: r, Mode: pipeline.Static})
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Documents) != 1 {
		t.Fatalf("%d services were found: %s", len(out.Documents), out.Context.Structure().Missing)
	}
	return out.Documents[0]
}
