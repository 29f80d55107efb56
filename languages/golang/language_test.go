package golang

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

const httpMain = "package main\n\nimport \"net/http\"\n\nfunc main() {\n\thttp.ListenAndServe(\":8080\", nil)\n}\n"

const plainMain = "package main\n\nfunc main() { println(1) }\n"

func TestChoosesTheCommandThatServes(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"go.mod":               "module example.com/shop\n\ngo 1.24.2\n\ntoolchain go1.25.1\n",
		"cmd/alpha/main.go":    plainMain,
		"cmd/zebra/main.go":    "package main\n\nimport \"example.com/shop/internal/server\"\n\nfunc main() { server.Run() }\n",
		"cmd/worker/main.go":   "package main\n\nfunc main() { go run(); select {} }\n\nfunc run() {}\n",
		"internal/server/s.go": "package server\n\nimport \"net/http\"\n\nfunc Run() { http.ListenAndServe(\":8080\", nil) }\n",
		"tools/gen/main.go":    httpMain,
	}, ".", "")
	if p.Claim.Role != language.Service || p.Claim.Kind != universalbuild.Web || p.Claim.Name != "shop" {
		t.Errorf("claim: %+v", p.Claim)
	}
	if got := p.Start.Value.Command; !reflect.DeepEqual(got, []string{"/app/bin/zebra"}) {
		t.Errorf("command %v", got)
	}
	if got := p.Start.Value.Processes; len(got) != 1 || got[0].Name != "worker" {
		t.Errorf("processes %v", got)
	}
	if len(p.Start.Alternatives) != 2 {
		t.Errorf("alternatives %v", p.Start.Alternatives)
	}
	if p.Version.Value != "1.25.1" || len(p.Version.Alternatives) != 1 || p.Version.Evidence[0].Line != 5 {
		t.Errorf("version %+v", p.Version)
	}
	if p.Framework.Value != "net/http" {
		t.Errorf("framework %v", p.Framework)
	}
	if r.Build.BaseImage != "golang:1.25-bookworm" || r.Build.Environment["CGO_ENABLED"] != "0" || len(r.Build.BuildCommands) != 2 {
		t.Errorf("build %+v", r.Build)
	}
}

func TestRoles(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		role  language.Role
		kind  universalbuild.Kind
	}{
		"server":  {map[string]string{"main.go": httpMain}, language.Service, universalbuild.Web},
		"program": {map[string]string{"main.go": plainMain}, language.Program, universalbuild.CLI},
		"library": {map[string]string{"x.go": "package x\n"}, language.Library, ""},
		"bot": {map[string]string{"main.go": "package main\n\nimport \"github.com/bwmarrin/discordgo\"\n\nfunc main() { discordgo.New(\"x\") }\n"},
			language.Service, universalbuild.Worker},
		"ignored main":   {map[string]string{"gen.go": "//go:build ignore\n\n" + httpMain, "x.go": "package x\n"}, language.Library, ""},
		"windows only":   {map[string]string{"main_windows.go": httpMain}, language.Library, ""},
		"framework":      {map[string]string{"main.go": "package main\n\nimport \"github.com/gin-gonic/gin\"\n\nfunc main() { setup(gin.Version) }\n"}, language.Service, universalbuild.Web},
		"only a comment": {map[string]string{"main.go": "package main\n\nfunc main() {\n\t// http.ListenAndServe(\":1\", nil)\n}\n"}, language.Program, universalbuild.CLI},
		"broken source":  {map[string]string{"main.go": "package main\n\nimport (\n\"net/http\"\n\nfunc main() { http.ListenAndServe("}, language.Service, universalbuild.Web},
		"terminal program with a socket": {map[string]string{"main.go": "package main\n\nimport (\n\t\"net\"\n\n\t\"golang.org/x/term\"\n)\n\nfunc main() {\n\tnet.Listen(\"unix\", term.Path)\n}\n"},
			language.Program, universalbuild.CLI},
		"nested module":   {map[string]string{"cmd/x/go.mod": "module y\n", "cmd/x/main.go": httpMain}, language.Library, ""},
		"example command": {map[string]string{"examples/x/main.go": httpMain}, language.Library, ""},
	} {
		c.files["go.mod"] = "module example.com/x\n\ngo 1.24\n"
		claim, ok := Language.Claim(languagetest.Reader(t, c.files).Folder("."))
		if !ok || claim.Role != c.role || claim.Kind != c.kind {
			t.Errorf("%s: %v %q, want %v %q", name, claim.Role, claim.Kind, c.role, c.kind)
		}
	}
}

func TestWorkspaceMemberBuildsFromTheRoot(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"go.work":          "go 1.25\n\nuse (\n\t./api\n\t./shared\n\t./gone\n)\n",
		"api/go.mod":       "module example.com/api\n\ngo 1.24\n\nrequire example.com/shared v0.0.0\n",
		"api/main.go":      "package main\n\nimport \"example.com/shared/web\"\n\nfunc main() { web.Serve() }\n",
		"shared/go.mod":    "module example.com/shared\n\ngo 1.24\n",
		"shared/web/w.go":  "package web\n\nimport \"net\"\n\nfunc Serve() { net.Listen(\"tcp\", \":9000\") }\n",
		"api/views/a.html": "x",
	}, "api", ".")
	if !reflect.DeepEqual(p.Workspace.Members, []string{"api", "shared"}) {
		t.Errorf("members %v", p.Workspace.Members)
	}
	if p.Claim.Role != language.Service {
		t.Errorf("role %v", p.Claim.Role)
	}
	if len(p.Deps) != 1 || p.Deps[0].Local != "shared" {
		t.Errorf("dependencies %+v", p.Deps)
	}
	if len(r.Build.Manifests) != 0 || len(r.Build.PreBuildCommands) != 0 {
		t.Errorf("nothing is to be downloaded: %v with %v", r.Build.PreBuildCommands, r.Build.Manifests)
	}
	if got := r.Build.BuildCommands[0]; !strings.HasSuffix(got, "-o /out/api ./api") {
		t.Errorf("command %s", got)
	}
}

func TestWorkspaceDownloadsWithEveryManifest(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"go.work":     "go 1.25\n\nuse ./a\nuse ./b\n",
		"a/go.mod":    "module example.com/a\n",
		"a/main.go":   httpMain,
		"b/go.mod":    "module example.com/b\n\nrequire golang.org/x/sync v0.7.0\n",
		"b/go.sum":    "x",
		"go.work.sum": "x",
	}, "a", ".")
	if want := []string{"a/go.mod", "b/go.mod", "b/go.sum", "go.work", "go.work.sum"}; !reflect.DeepEqual(r.Build.Manifests, want) {
		t.Errorf("manifests %v", r.Build.Manifests)
	}
	if want := []string{"go mod download"}; !reflect.DeepEqual(r.Build.PreBuildCommands, want) {
		t.Errorf("commands %v", r.Build.PreBuildCommands)
	}
}

func TestReplacedModuleWidensTheContext(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"svc/api/go.mod":  "module example.com/api\n\ngo 1.24\n\nrequire example.com/shared v0.0.0\n\nreplace example.com/shared => ../../lib\n",
		"svc/api/main.go": httpMain,
		"lib/go.mod":      "module example.com/shared\n",
	}, "svc/api", "")
	if r.Build.Context != "." || !strings.HasPrefix(r.Build.BuildCommands[0], "go -C svc/api build ") {
		t.Errorf("context %q, command %v", r.Build.Context, r.Build.BuildCommands)
	}
}

func TestNeedsOfTheImage(t *testing.T) {
	_, r := languagetest.Project(t, &Language, map[string]string{
		"go.mod": "module example.com/x/v2\n\ngo 1.16\n\nrequire (\n\tgithub.com/gin-gonic/gin v1.9.1\n\tgithub.com/mattn/go-sqlite3 v1.14.22 // indirect\n)\n",
		"go.sum": "x",
		"main.go": "package main\n\nimport (\n\t\"time\"\n\n\t\"github.com/gin-gonic/gin\"\n)\n\nfunc main() {\n\ttime.LoadLocation(\"Europe/Paris\")\n\tr := gin.Default()\n" +
			"\tr.LoadHTMLGlob(\"templates/*\")\n\tr.GET(\"data\")\n\tr.Run()\n}\n",
		"templates/a.html": "x", "data/x": "x",
	}, ".", "")
	if _, off := r.Build.Environment["CGO_ENABLED"]; off {
		t.Error("cgo is off although go-sqlite3 is required")
	}
	if r.Build.BaseImage != "golang:1.26-bookworm" {
		t.Errorf("image %s", r.Build.BaseImage)
	}
	if !reflect.DeepEqual(r.Runtime.SystemPackages, []string{"ca-certificates"}) || r.Runtime.Environment["ZONEINFO"] == "" {
		t.Errorf("runtime %+v", r.Runtime)
	}
	var copies []string
	for _, c := range r.Runtime.Copy {
		copies = append(copies, c.To)
	}
	if want := []string{"bin/x", "/usr/local/share/zoneinfo.zip", "templates"}; !reflect.DeepEqual(copies, want) {
		t.Errorf("copies %v", copies)
	}
}

func TestServeSubcommand(t *testing.T) {
	p, _ := languagetest.Project(t, &Language, map[string]string{
		"go.mod":       "module example.com/tool\n\ngo 1.24\n",
		"main.go":      "package main\n\nimport \"example.com/tool/cmd\"\n\nfunc main() { cmd.Execute() }\n",
		"cmd/root.go":  "package cmd\n\nimport \"github.com/spf13/cobra\"\n\nvar root = &cobra.Command{Use: \"tool\"}\n\nfunc Execute() { root.Execute() }\n",
		"cmd/serve.go": "package cmd\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/spf13/cobra\"\n)\n\nvar serve = &cobra.Command{\n\tUse: \"serve [flags]\",\n\tRun: func(*cobra.Command, []string) { http.ListenAndServe(\":80\", nil) },\n}\n",
	}, ".", "")
	if got := p.Start.Value.Command; !reflect.DeepEqual(got, []string{"/app/bin/tool", "serve"}) {
		t.Errorf("command %v", got)
	}
}

func TestSubcommandOfASubcommand(t *testing.T) {
	files := map[string]string{
		"go.mod":      "module example.com/tool\n\ngo 1.24\n",
		"main.go":     "package main\n\nimport \"example.com/tool/cmd\"\n\nfunc main() { cmd.Execute() }\n",
		"cmd/root.go": "package cmd\n\nimport (\n\t\"net/http\"\n\n\t\"github.com/spf13/cobra\"\n)\n\nvar root = &cobra.Command{Use: \"tool\", Run: func(*cobra.Command, []string) { http.ListenAndServe(\":80\", nil) }}\n\nfunc Execute() { root.Execute() }\n",
		"cmd/svc.go":  "package cmd\n\nimport \"github.com/spf13/cobra\"\n\nvar svc = &cobra.Command{Use: \"svc\"}\n\nfunc init() {\n\tsvc.AddCommand(startOf())\n\troot.AddCommand(svc)\n}\n\nfunc startOf() *cobra.Command {\n\treturn &cobra.Command{\n\t\tUse: \"start\",\n\t}\n}\n",
	}
	for added, want := range map[string][]string{"svc": {"/app/bin/tool"}, "root": {"/app/bin/tool", "start"}} {
		own := maps.Clone(files)
		own["cmd/svc.go"] = strings.Replace(files["cmd/svc.go"], "svc.AddCommand(startOf", added+".AddCommand(startOf", 1)
		p, _ := languagetest.Project(t, &Language, own, ".", "")
		if got := p.Start.Value.Command; !reflect.DeepEqual(got, want) {
			t.Errorf("below %s: command %v", added, got)
		}
	}
}

func TestPatterns(t *testing.T) {
	for text, want := range map[string]string{
		`http.ListenAndServe(":8081", nil)`:                  "8081",
		`srv := &http.Server{Addr: "0.0.0.0:9090"}`:          "9090",
		`r.Run(":7000")`:                                     "7000",
		`app.Listen("127.0.0.1:3001")`:                       "3001",
		`lis, err := net.Listen("tcp", ":50051")`:            "50051",
		`port := getEnv("PORT", "8085")`:                     "8085",
		`		port = "8086"`:                                    "8086",
		`addr := cmp.Or(os.Getenv("PORT"), "8087")`:          "8087",
		"Port int `env:\"PORT\" envDefault:\"8088\"`":        "8088",
		`port := flag.Int("port", 8089, "port to serve on")`: "8089",
	} {
		if got := languagetest.FirstGroup(Language.PortUses, text); got != want {
			t.Errorf("port of %s: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		`os.Getenv("DATABASE_URL")`:              "DATABASE_URL",
		`if v, ok := os.LookupEnv("MODE"); ok {`: "MODE",
		`getEnvOr("LEVEL", "info")`:              "LEVEL",
		"Key string `env:\"API_KEY,required\"`":  "API_KEY",
	} {
		if got := languagetest.FirstGroup(Language.EnvReads, text); got != want {
			t.Errorf("variable of %s: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		`mux.HandleFunc("GET /healthz", ok)`:                      "/healthz",
		`router.HandlerFunc(http.MethodGet, "/healthcheck", ok)`:  "/healthcheck",
		`r.To("GET,HEAD", "/healthcheck", ok)`:                    "/healthcheck",
		`r.To("POST", "/healthcheck", ok)`:                        "",
		`router.Handler("GET", "/healthz", ok)`:                   "/healthz",
		`router.HandlerFunc(http.MethodPost, "/healthcheck", ok)`: "",
	} {
		if got := languagetest.FirstGroup(Language.Routes, text); got != want {
			t.Errorf("route of %s: %q", text, got)
		}
	}
}

func TestEmbedsWhatNodeBuilds(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"beside the directive": {"ui/ui.go": "package ui\n\nimport \"embed\"\n\n//go:embed \"all:dist\"\nvar Files embed.FS\n"},
		"by its configuration": {
			"ui/vite.config.ts":   "export default { build: { outDir: '../internal/page/dist' } }\n",
			"internal/page/p.go":  "package page\n\nimport \"embed\"\n\n//go:embed dist/*\nvar Files embed.FS\n",
			"internal/other/o.go": "package other\n",
		},
	} {
		pkg := "ui"
		if name == "by its configuration" {
			pkg = "internal/page"
		}
		files["go.mod"] = "module example.com/x\n\ngo 1.26\n"
		files["main.go"] = "package main\n\nimport _ \"example.com/x/" + pkg + "\"\n\nfunc main() {}\n"
		files["ui/package.json"] = "{}"
		claim, ok := Language.Claim(languagetest.Reader(t, files).Folder("."))
		if !ok || !reflect.DeepEqual(claim.Parts, []string{"ui"}) {
			t.Errorf("%s: parts %v", name, claim.Parts)
		}
	}
}

func TestRouteHasAHandler(t *testing.T) {
	for line, want := range map[string]string{
		`r.Get("/healthz", s.health)`:                       "/healthz",
		`mux.HandleFunc("GET /healthz", ctrl.Health)`:       "/healthz",
		`api.GET("/healthz", node.Health)`:                  "/healthz",
		`	app.Get("/healthz",`:                              "/healthz",
		`res, err := backend.Get("/healthz")`:               "",
		`err := backend.Get("/healthz", &answer)`:           "",
		`res, err := backend.Get("/healthz", nil)`:          "",
		`http.NewRequest("GET", "/healthz", nil)`:           "",
		`resp, err := http.Get(base + "/healthz")`:          "",
		`backend.Do(ctx, client.Get("/healthz", ctx.Done))`: "",
	} {
		got := ""
		if m := Language.Routes[0].Regexp().FindStringSubmatch(line); m != nil {
			got = m[1]
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

func TestProgramThatWantsArguments(t *testing.T) {
	const head = "package main\n\nimport \"github.com/spf13/cobra\"\n\nvar root = &cobra.Command{\n\tUse: \"cut FILE\",\n"
	const tail = "}\n\nfunc main() { root.Execute() }\n"
	for name, c := range map[string]struct {
		fields string
		want   []string
	}{
		"none":              {"\tRun: cut,\n", []string{"/app/bin/cut"}},
		"one":               {"\tArgs: cobra.ExactArgs(1),\n\tRun: cut,\n", []string{"/app/bin/cut", "--help"}},
		"one, and versions": {"\tArgs: cobra.ExactArgs(1),\n\tVersion: \"1.2\",\n\tRun: cut,\n", []string{"/app/bin/cut", "--version"}},
		"none any more":     {"\t// Args: cobra.ExactArgs(1),\n\tRun: cut,\n", []string{"/app/bin/cut"}},
	} {
		p, _ := languagetest.Project(t, &Language, map[string]string{
			"go.mod": "module example.com/cut\n\ngo 1.24\n\nrequire github.com/spf13/cobra v1.9.1\n", "main.go": head + c.fields + tail,
		}, ".", "")
		if got := p.Start.Value.Command; !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestRoutesOfGorilla reads routes that are put together by calls.
func TestRoutesOfGorilla(t *testing.T) {
	for line, want := range map[string]string{
		`r.Methods("GET").Path("/health").HandlerFunc(up)`:         "/health",
		`r.Path("/livez").Methods("GET").Handler(up)`:              "/livez",
		`u := url.Path("/health")`:                                 "",
		`r.Methods("POST").Path("/login").Name("x").Handler(up)`:   "",
		`client.Base("x").Path("/health").Receive(&answer, fault)`: "",
	} {
		got := ""
		for _, p := range Language.Routes {
			if m := p.Regexp().FindStringSubmatch(line); m != nil {
				got = m[1]
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
