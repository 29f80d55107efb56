package conversing_test

import (
	"context"
	"encoding/json"

	"aipack/backend/model/llm"
	"aipack/backend/model/llm/script"
)

// call is one call of a tool.
func call(tool string, args map[string]any) script.Step {
	b, _ := json.Marshal(args) // texts can be written
	return script.Call(tool, string(b))
}

// edits is a model that reads a file and puts texts in the place of others, two by two.
func edits(file string, texts ...string) []script.Step {
	steps := []script.Step{call("read_file", map[string]any{"path": file})}
	for i := 0; i < len(texts); i += 2 {
		steps = append(steps, call("edit_file", map[string]any{"path": file, "old_string": texts[i], "new_string": texts[i+1]}))
	}
	return steps
}

// todos says how far two steps are.
func todos(write, link string) script.Step {
	return call("todo_write", map[string]any{"todos": []map[string]string{{"content": "Write the page", "status": write}, {"content": "Link it", "status": link}}})
}

func runs(line string) script.Step { return call("bash", map[string]any{"command": line}) }

func said(text string, steps ...[]script.Step) func() *script.Client {
	return func() *script.Client {
		c := script.New()
		for _, s := range steps {
			c.Then(s...)
		}
		return c.Then(script.Say(text))
	}
}

// stopping is a model that does some steps and is gone then.
func stopping(steps []script.Step) script.Step {
	n := 0
	return func(ctx context.Context, r llm.Request) (*llm.Response, error) {
		if n++; n > len(steps) {
			return nil, &llm.Error{Kind: llm.Unreachable, Message: "it is gone"}
		}
		return steps[n-1](ctx, r)
	}
}

// scenarios are good models for what a project needs in a container.
var scenarios = map[string]func() *script.Client{
	"listen": said("It listens on every address, at $PORT.", edits("server.js", "5000, '127.0.0.1'", "process.env.PORT || 5000, '0.0.0.0'")),
	"health": said("GET /health answers 200.", edits("server.js",
		"app.post('/cart',", "app.get('/health', (request, response) => response.send('ok'))\napp.post('/cart',")),
	"database": said("The address comes from DATABASE_URL.", edits("db.js",
		"'postgres://shop:«secret:url-password»@localhost:5432/shop'", "process.env.DATABASE_URL")),
	"pin": said("Node 24 is pinned.", edits("package.json", `"private": true,`, `"private": true,`+"\n"+`  "engines": {"node": "24.x"},`)),
	"stop": said("It ends when it is told to.", edits("main.go",
		"\t\"net/http\"\n", "\t\"net/http\"\n\t\"os/signal\"\n\t\"syscall\"\n",
		"\thttp.ListenAndServe(\":8080\", nil)\n",
		"\tctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)\n\tdefer stop()\n\ts := &http.Server{Addr: \":8080\"}\n"+
			"\tgo func() { <-ctx.Done(); s.Shutdown(context.Background()) }()\n\ts.ListenAndServe()\n",
		"import (\n", "import (\n\t\"context\"\n")),
	"user": said("The image has a user of its own.", edits("Dockerfile", "CMD npm start", "USER node\nCMD [\"node\", \"server.js\"]"),
		edits(".dockerignore", "node_modules\n", "node_modules\n.git\n*.log\n")),
	"logs": said("The log goes to standard output.", edits("app.py",
		`logging.basicConfig(filename="shop.log")`, "logging.basicConfig(stream=sys.stdout)", "import logging\n", "import logging\nimport sys\n")),
	"lock": said("The lock file is whole.", []script.Step{runs("npm install --package-lock-only --offline --no-audit --no-fund")}),
	"test": said("The test is green.", []script.Step{runs("sh test.sh")}, edits("total.sh", "expr $1 - $2", "expr $1 + $2"), []script.Step{runs("sh test.sh")}),
	"tidy": said("They are in config.", []script.Step{
		call("read_file", map[string]any{"path": "settings.json"}),
		call("write_file", map[string]any{"path": "config/settings.json", "content": "{\"port\": 3000}\n"}),
		call("delete_file", map[string]any{"path": "settings.json"}),
	}, edits("server.js", "./settings.json", "./config/settings.json")),
	"long": said("It is doubled.", []script.Step{
		call("read_file", map[string]any{"path": "table.py", "offset": 1190, "limit": 20}),
		call("edit_file", map[string]any{"path": "table.py", "old_string": "line_1200 = 1200", "new_string": "line_1200 = 2400"}),
	}),
	"windows": said("It listens on 8080.", edits("serve.ini", "port=80\n", "port=8080\n")),
	"everywhere": said("The host is db.", []script.Step{call("grep_content", map[string]any{"pattern": "old-db"})},
		edits("a.js", "old-db", "db"), edits("lib/b.js", "old-db", "db")),
	"deep": said("It is off.", []script.Step{call("search_files", map[string]any{"pattern": "**/production.*"})},
		edits("src/main/conf/production.properties", "debug=true", "debug=false")),
	"rename": said("It is called total.", []script.Step{call("find_references", map[string]any{"symbol": "add"})},
		edits("cart.py", "def add(", "def total("), edits("shop.py", "import add", "import total", "all\", add(", "all\", total(")),
	"signature": said("It takes a currency.", []script.Step{call("inspect_symbol", map[string]any{"symbol": "total"})},
		edits("cart.py", "def total(prices)", "def total(prices, currency)")),
	"circle": said("There is none any more.", []script.Step{
		call("build_dependency_graph", map[string]any{}),
		call("write_file", map[string]any{"path": "shared.py", "content": "RATE = 2\n"}),
	}, edits("a.py", "RATE = 2\n\n\n", ""), edits("b.py", "import a\n", "import shared\n", "a.RATE", "shared.RATE")),
	"graph": said("No.", []script.Step{call("build_dependency_graph", map[string]any{})}),
	"steps": said("There is a page.", []script.Step{
		todos("in_progress", "pending"),
		call("write_file", map[string]any{"path": "about.html", "content": "<h1>Us</h1>\n"}),
	}, edits("index.html", "Home</a>", "Home</a>\n<a href=\"/about.html\">Us</a>"), []script.Step{
		todos("completed", "completed"),
	}),
	"api": said("It listens on 4000.", []script.Step{call("list_files", map[string]any{"path": "apps"})}, edits("apps/api/server.js", "3001", "4000")),
	"half": func() *script.Client {
		return &script.Client{Rest: stopping(edits("a.txt", "a", "hello"))}
	},
	"rest":   said("Both are said.", edits("b.txt", "b", "goodbye")),
	"looker": func() *script.Client { return &script.Client{Rest: script.Say("So it is.")} },
}
