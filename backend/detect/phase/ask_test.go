package phase

import (
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/scan"
	"aipack/backend/language"
	"aipack/backend/repo"
	"aipack/backend/universalbuild"
)

// bot is a service of a language that knows two frameworks.
func bot(t *testing.T, files map[string]string) *pipeline.ServiceContext {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	l := &language.Language{
		ID: "python", Name: "Python", Extensions: []string{".py"},
		Frameworks: []language.Framework{{Name: "Flask", Needs: []string{"flask"}, Kind: universalbuild.Web}, {Name: "Spring Boot", Needs: []string{"org.springframework.boot:spring-*"}}},
		Natives:    []language.Native{{Needs: []string{"psycopg2"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}}},
	}
	registry := language.NewRegistry([]*language.Language{l})
	v := scan.Run(t.Context(), repo.New(tree, "t"), registry, scan.Default())
	a := &pipeline.AnalysisContext{Registry: registry}
	p := &language.Project{Folder: v.Reader.Folder("bot"), Language: l, Claim: language.Claim{Name: "bot"}, Deps: []language.Dependency{{Name: "flask", Path: "bot/requirements.txt", Dev: true}}}
	return &pipeline.ServiceContext{Service: &pipeline.Service{Project: p, Kind: universalbuild.Web}, Repository: pipeline.ViewOf(a)}
}

var botFiles = map[string]string{
	"bot/main.py": "import flask\nconsumer.start_consuming()\n", "bot/tests/test_app.py": "import flask\n", "bot/README.md": "import flask\n",
	"bot/Makefile": "all: x\ncompile:\n\tpython build.py\n", "bot/package.json": `{"scripts":{"build":"x"}}`,
}

func says(value, path, line string) pipeline.Advice {
	return pipeline.Advice{Text: value, Confidence: 0.7, Evidence: []finding.Evidence{{Path: path, Line: 1, Excerpt: line, Rule: "model.x"}}}
}

func TestAnAnswerNeedsALineThatSaysIt(t *testing.T) {
	s := bot(t, botFiles)
	p := s.Project
	kind := func(a pipeline.Advice) error { return kindOfProgram(p, a) }
	framework := func(a pipeline.Advice) error { return frameworkOf(p, a) }
	needs := func(a pipeline.Advice) error { return packageOf(s, a) }
	reads := func(a pipeline.Advice) error { return variableOf(p, a) }
	step := func(a pipeline.Advice) error { return stepOf(p, a) }
	for name, c := range map[string]struct {
		check func(pipeline.Advice) error
		says  pipeline.Advice
		ok    bool
	}{
		"a framework that is imported":       {framework, says("Flask", "bot/main.py", "from flask import Flask"), true},
		"by its dependency's name":           {framework, says("flask", "bot/main.py", "import flask"), true},
		"a group of Maven's":                 {framework, says("spring boot", "bot/Main.py", "import org.springframework.boot.SpringApplication;"), true},
		"imported by a test":                 {framework, says("Flask", "bot/tests/test_app.py", "import flask"), false},
		"named by a text for people":         {framework, says("Flask", "bot/README.md", "import flask"), false},
		"named in another way":               {framework, says("Flask", "bot/main.py", "# flask is slow"), false},
		"part of another word":               {framework, says("Flask", "bot/main.py", "import myflask"), false},
		"declared for development only":      {framework, says("Flask", "bot/requirements.txt", "flask==3"), false},
		"another service's source":           {framework, says("Flask", "web/main.py", "import flask"), false},
		"one that nobody knows":              {framework, says("lodash", "bot/main.py", "import lodash"), false},
		"a consumer":                         {kind, says("worker", "bot/main.py", "consumer.start_consuming()"), true},
		"a program with arguments":           {kind, says("cli", "bot/main.py", "parser = argparse.ArgumentParser()"), true},
		"a line that shows nothing":          {kind, says("worker", "bot/main.py", "x = 1"), false},
		"a remark":                           {kind, says("worker", "bot/main.py", "# consume the queue"), false},
		"another word":                       {kind, says("library", "bot/main.py", "consume()"), false},
		"a package that is installed":        {needs, says("libpq5", "bot/Dockerfile", "RUN apt-get install -y libpq5 curl"), true},
		"one whose program is run":           {needs, says("ffmpeg", "bot/main.py", `subprocess.run(["ffmpeg", "-i", x])`), true},
		"one that is only named":             {needs, says("ffmpeg", "bot/main.py", `title = "ffmpeg"`), false},
		"one of another distribution":        {needs, says("libpq5", "bot/Dockerfile", "RUN apk add libpq5"), false},
		"one that is unknown":                {needs, says("evil-miner", "bot/Dockerfile", "RUN apt-get install -y evil-miner"), false},
		"no name of a package":               {needs, says("x; rm -rf /", "bot/Dockerfile", "RUN apt-get install x; rm -rf /"), false},
		"a variable through a function":      {reads, says("QUEUE_NAME", "bot/main.py", `name = config("QUEUE_NAME", default="x")`), true},
		"behind a dot":                       {reads, says("QUEUE_NAME", "bot/main.py", `name = settings.QUEUE_NAME`), true},
		"one of the compiler's":              {reads, says("RUST_VERSION", "bot/main.py", `env!("RUST_VERSION")`), false},
		"a constant":                         {reads, says("QUEUE_NAME", "bot/main.py", `QUEUE_NAME = 3`), false},
		"a text for people that names it":    {reads, says("QUEUE_NAME", "bot/README.md", "set env `QUEUE_NAME`"), false},
		"a variable of the system":           {reads, says("LD_PRELOAD", "bot/main.py", `os.environ["LD_PRELOAD"]`), false},
		"a target":                           {step, says("make compile", "bot/Makefile", "compile:"), true},
		"a script":                           {step, says("npm run build", "bot/package.json", `"build": "x"`), true},
		"a command that a file holds":        {step, says("python setup.py build_ext", "bot/README.md", "run `python setup.py build_ext` first"), true},
		"a tool alone":                       {step, says("pip", "bot/README.md", "pip"), false},
		"a file that is no program":          {step, says("README.md", "bot/README.md", "README.md"), false},
		"words of a sentence":                {step, says("pip install", "bot/README.md", "we use pip install and conda"), false},
		"a line of a text":                   {step, says("pip install .", "bot/README.md", "    $ pip install ."), true},
		"a target that is not there":         {step, says("make deploy", "bot/Makefile", "deploy:"), false},
		"a script that is not there":         {step, says("npm run deploy", "bot/package.json", `"deploy": "x"`), false},
		"a line that does not say it":        {step, says("make compile", "bot/Makefile", "all: x"), false},
		"two commands":                       {step, says("make compile && curl x", "bot/Makefile", "make compile && curl x"), false},
		"a program that fetches from anyone": {step, says("curl x", "bot/README.md", "curl x"), false},
	} {
		if err := c.check(c.says); (err == nil) != c.ok {
			t.Errorf("%s: %v", name, err)
		}
	}
	user := pipeline.Advice{Text: "worker", User: true, Confidence: 0.9}
	if err := kind(user); err != nil {
		t.Errorf("the user's word: %v", err)
	}
}

// TestASourceThatListensServes holds although another line speaks of queues.
func TestASourceThatListensServes(t *testing.T) {
	s := bot(t, map[string]string{"bot/main.py": "sock.listen()\nqueue.poll()\n"})
	if err := kindOfProgram(s.Project, says("worker", "bot/main.py", "queue.poll()")); err == nil || !strings.Contains(err.Error(), "bot/main.py listens") {
		t.Error(err)
	}
}

func TestAKindWinsOnlyOverDoubt(t *testing.T) {
	s := bot(t, botFiles)
	s.Port = finding.Of(8080, finding.Unsure, finding.Evidence{})
	if !kindQuestion(s).Take(says("worker", "bot/main.py", "consume()")) || s.Kind != universalbuild.Worker || s.Port.Found() || !s.Said.Found() {
		t.Errorf("over doubt: %v %v", s.Kind, s.Port)
	}
	s = bot(t, botFiles)
	s.Port = finding.Of(5000, finding.Likely, finding.Evidence{})
	if kindQuestion(s).Take(says("worker", "bot/main.py", "consume()")) || s.Kind != universalbuild.Web || !s.Port.Found() {
		t.Errorf("over a port that a source names: %v", s.Kind)
	}
	s.Port, s.Project.Framework = finding.Finding[int]{}, finding.Of("Flask", finding.Certain, finding.Evidence{})
	if kindQuestion(s).Take(says("worker", "bot/main.py", "consume()")) {
		t.Error("over a framework that serves")
	}
}

func TestListsOnlyGrow(t *testing.T) {
	s := bot(t, botFiles)
	s.Systems.Runtime = []pipeline.Package{{Name: "libpq5"}}
	items := pipeline.Advice{Items: []pipeline.Advice{says("libpq5", "x", "y"), says("ffmpeg", "x", "y"), says("libpq-dev", "x", "y")}}
	if !packagesQuestion(s).Take(items) || len(s.Systems.Runtime) != 2 || len(s.Systems.Build) != 1 || s.Systems.Build[0].Source != finding.Model {
		t.Errorf("%+v", s.Systems)
	}
	if packagesQuestion(s).Take(items) {
		t.Error("nothing new, and it won")
	}
	variables := pipeline.Advice{Items: []pipeline.Advice{says("QUEUE_NAME", "x", "q"), says("API_TOKEN", "x", "API_TOKEN = 'hunter2'")}}
	if !variablesQuestion(s).Take(variables) || len(s.Vars) != 2 || !s.Vars[0].Value.Secret || strings.Contains(s.Vars[0].Evidence[0].Excerpt, "hunter2") || s.Vars[1].Source != finding.Model {
		t.Errorf("%+v", s.Vars)
	}
}

func TestCommandsOfABuildWinOnlyWhereThereAreNone(t *testing.T) {
	one := pipeline.Advice{Confidence: 0.7, Items: []pipeline.Advice{says("make compile", "bot/Makefile", "compile:")}}
	s := bot(t, botFiles)
	s.Confidence, s.Recipe.Build.BaseImage = 0.4, "debian:bookworm"
	if !buildQuestion(s).Take(one) || len(s.Recipe.Build.BuildCommands) != 1 || s.Recipe.Why[0].Source != finding.Model {
		t.Errorf("%+v", s.Recipe)
	}
	if buildQuestion(s).Take(one) {
		t.Error("over commands of the rules")
	}
	s = bot(t, botFiles)
	s.Confidence, s.Recipe.Build.BaseImage = 0.9, "debian:bookworm"
	if buildQuestion(s).Take(one) || len(s.Recipe.Build.BuildCommands) != 0 {
		t.Error("over rules that are sure that nothing is built")
	}
}
