package phase

import (
	"strings"
	"testing"
	"testing/fstest"

	"aipack/backend/base/finding"
	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
	"aipack/backend/repo"
)

// contained makes a service of a folder with a container file.
func contained(t *testing.T, dockerfile string, files ...string) *pipeline.ServiceContext {
	t.Helper()
	fsys := fstest.MapFS{"Dockerfile": {Data: []byte(dockerfile)}}
	for _, name := range files {
		fsys[name] = &fstest.MapFile{}
	}
	r := repo.New(fsys, "shop")
	x, err := r.Index(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := &language.Project{Folder: language.NewReader(r, x).Folder("."), Language: &language.Language{ID: "go", Name: "Go"}}
	return &pipeline.ServiceContext{Service: &pipeline.Service{Project: p}, Facts: extract.Of(p, nil)}
}

func TestCommandsOfContainerFiles(t *testing.T) {
	for name, c := range map[string]struct{ lines, file, want string }{
		"an init program":                {`ENTRYPOINT ["/sbin/tini", "-g", "--", "docs", "serve"]`, "", "docs serve"},
		"an init program for CMD":        {"ENTRYPOINT [\"dumb-init\"]\nCMD [\"node\", \"a.js\"]", "", "node a.js"},
		"a script of that image":         {`ENTRYPOINT ["/entrypoint.sh"]`, "", ""},
		"one that runs what it is given": {"ENTRYPOINT [\"/docker-entrypoint.sh\"]\nCMD [\"node\", \"a.js\"]", "", "node a.js"},
		"one in between":                 {"ENTRYPOINT [\"tini\", \"--\", \"/rails/bin/docker-entrypoint\"]\nCMD [\"puma\"]", "", "puma"},
		"a script of the project":        {"WORKDIR /srv\nCOPY . .\nCMD [\"/srv/start.sh\"]", "start.sh", "./start.sh"},
		"a shell with that image's":      {`ENTRYPOINT ["sh", "/app/entrypoint.sh"]`, "", ""},
		"a shell with the project's":     {"WORKDIR /srv\nCOPY . .\nCMD [\"sh\", \"/srv/start.sh\"]", "start.sh", "sh /srv/start.sh"},
		"a script that is not there":     {`CMD ["./start.sh"]`, "", ""},
		"a place of that image":          {`CMD ["/opt/venv/bin/serve"]`, "", ""},
		"a place of every image":         {`CMD ["/usr/bin/env", "node", "a.js"]`, "", "/usr/bin/env node a.js"},
		"a web server":                   {"FROM nginx\nCMD [\"nginx\"]", "", ""},
		"a name":                         {`CMD ["gunicorn", "a:b"]`, "", "gunicorn a:b"},
	} {
		t.Run(name, func(t *testing.T) {
			got := containerStart(contained(t, "FROM debian\n"+c.lines+"\n", c.file+"x", c.file))
			if text := startText(got.Value); text != c.want || got.Confidence > finding.Guess {
				t.Errorf("%q with %v, want %q", text, got.Confidence, c.want)
			}
		})
	}
}

func TestAStartThatOnlyThatImageHasIsNamed(t *testing.T) {
	s := contained(t, "FROM debian\nENTRYPOINT [\"tini\", \"--\", \"/entrypoint.sh\"]\n")
	if got := noCommand(s); !strings.HasPrefix(got, "only Dockerfile says how the project is started, and its /entrypoint.sh is a part of that image alone; ") {
		t.Error(got)
	}
}

func TestArgumentsOfContainerFiles(t *testing.T) {
	for name, c := range map[string]struct {
		own, existing, want string
		others              bool // the module has further programs
	}{
		"no subcommand":            {"/app/bin/tunes start", "/app/tunes", "/app/bin/tunes", false},
		"a subcommand":             {"/app/bin/base", "/pb/base serve --http=0.0.0.0:8090", "/app/bin/base serve --http=0.0.0.0:8090", false},
		"another name":             {"/app/bin/shop", "/server serve", "/app/bin/shop serve", false},
		"another name, no words":   {"/app/bin/shop serve", "/server", "/app/bin/shop serve", false},
		"one of several":           {"/app/bin/shop", "/server serve", "/app/bin/shop", true},
		"places of that image":     {"/app/bin/look", "/app/look --config /etc/look.yml", "/app/bin/look", false},
		"another place":            {"/app/bin/look", "/app/look --config=/etc/look.yml", "/app/bin/look", false},
		"a shell's word":           {"/app/bin/look", "/app/look $MODE", "/app/bin/look", false},
		"a script":                 {"/app/bin/look", "/start.sh serve", "/app/bin/look", false},
		"an interpreter":           {"/app/bin/look", "python app.py", "/app/bin/look", false},
		"behind an init program":   {"/app/bin/look", "/sbin/tini -- /app/look web", "/app/bin/look web", false},
		"nothing of its own":       {"", "/app/look web", "", false},
		"an installed program":     {"cards", "/app/bin/python /app/bin/cards --hosts 0.0.0.0:5232", "cards --hosts 0.0.0.0:5232", false},
		"another installed one":    {"cards", "/venv/bin/gunicorn -b 0.0.0.0:80 cards", "cards", false},
		"one that is told already": {"cards run", "cards serve", "cards run", false},
		"an interpreted language":  {"python app.py", "python app.py --debug", "python app.py", false},
	} {
		t.Run(name, func(t *testing.T) {
			start := func(line string) finding.Finding[language.Start] {
				if line == "" {
					return finding.Finding[language.Start]{}
				}
				return finding.Of(language.Start{Command: strings.Fields(line)}, finding.Certain, finding.Evidence{Rule: "x", Path: "y"})
			}
			own := start(c.own)
			if c.others {
				own.Alternatives = []finding.Alternative{{Value: "/app/bin/other"}}
			}
			if got := startText(withArguments(own, start(c.existing), false).Value); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestSubcommandsOfContainerFiles(t *testing.T) {
	for lines, want := range map[string]string{
		"ENTRYPOINT [\"tini\", \"--\", \"/docker-entrypoint.sh\"]\nCMD [\"run\", \"--config\", \"/data/a.toml\"]": "/app/bin/dir run",
		"ENTRYPOINT [\"/entrypoint.sh\"]\nCMD [\"dir\", \"serve\"]":                                               "/app/bin/dir serve",
		"ENTRYPOINT [\"/entrypoint.sh\"]\nCMD [\"dir\"]":                                                          "/app/bin/dir",
		"ENTRYPOINT [\"/entrypoint.sh\"]\nCMD [\"--verbose\"]":                                                    "/app/bin/dir",
		"CMD [\"serve\"]": "/app/bin/dir",
	} {
		own := finding.Of(language.Start{Command: []string{"/app/bin/dir"}}, finding.Certain, finding.Evidence{Rule: "x"})
		if got := startText(withSubcommand(own, contained(t, "FROM debian\n"+lines+"\n").Facts.Container).Value); got != want {
			t.Errorf("%s: %q, want %q", lines, got, want)
		}
	}
}

func TestProgramsThatAProcfileNames(t *testing.T) {
	own := language.Start{Command: []string{"/app/bin/feed"}}
	for line, want := range map[string]string{
		"feed":                     "/app/bin/feed",
		"./feed serve":             "/app/bin/feed serve",
		"sh -c|exec feed -p $PORT": "sh -c exec /app/bin/feed -p $PORT",
		"sh -c|exec feeder":        "sh -c exec feeder",
		"bin/feed":                 "bin/feed",
		"python feed":              "python feed",
	} {
		command := strings.Fields(line)
		if head, tail, ok := strings.Cut(line, "|"); ok {
			command = append(strings.Fields(head), tail)
		}
		got := atHome(language.Start{Command: command}, own)
		if text := startText(got); text != want {
			t.Errorf("%q became %q, want %q", line, text, want)
		}
	}
}
