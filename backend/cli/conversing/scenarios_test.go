package conversing_test

import (
	"encoding/json"

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
	"lock":   said("The lock file is whole.", []script.Step{runs("npm install --package-lock-only --offline --no-audit --no-fund")}),
	"test":   said("The test is green.", []script.Step{runs("sh test.sh")}, edits("total.sh", "expr $1 - $2", "expr $1 + $2"), []script.Step{runs("sh test.sh")}),
	"looker": func() *script.Client { return &script.Client{Rest: script.Say("So it is.")} },
}
