package languages

import (
	"path"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

// Go is the go command: modules, workspaces and folders from before modules.
var Go = language.Language{
	ID:         "go",
	Name:       "Go",
	Extensions: []string{".go"},
	Manifests: []language.Manifest{
		{Name: "go.mod", Priority: 1},
		{Name: "go.work", Priority: 2},
		{Name: "go.sum", Priority: 3, Lock: true},
		{Name: "go.work.sum", Priority: 3, Lock: true},
	},
	SkipDirs: []string{"vendor"},
	Systems: []language.System{{
		ID: "go", Name: "Go modules",
		Files:  []string{"go.mod", "go.sum", "go.work", "go.work.sum"},
		Caches: []string{"/go/pkg/mod", "/root/.cache/go-build"},
		Practices: language.Practices{
			BuildImage: "golang:1.26-bookworm", RuntimeImage: "debian:bookworm-slim",
			Build:     []string{"go mod download", `go build -trimpath -ldflags="-s -w" -o /out/ ./cmd/app`},
			Test:      []string{"go vet ./...", "go test ./..."},
			Caches:    []string{"/go/pkg/mod", "/root/.cache/go-build"},
			Artifacts: []string{"/out/app"},
			Ports:     []int{8080},
			Health:    "/healthz",
			Notes: []string{
				"Copy go.mod and go.sum and download before the sources come, so that the modules' layer is kept.",
				"CGO_ENABLED=0 gives a static binary; a module that needs cgo (go-sqlite3, confluent-kafka-go) must be built with it on.",
				"debian:bookworm-slim keeps a shell for the health check; a distroless image is smaller and cannot run one.",
				"A program that speaks TLS to others needs ca-certificates; one that knows time zones needs zoneinfo.",
			},
		},
	}},
	Frameworks: []language.Framework{
		{Name: "Gin", Needs: []string{"github.com/gin-gonic/gin"}, Port: 8080},
		{Name: "Echo", Needs: []string{"github.com/labstack/echo*"}, Port: 1323},
		{Name: "Fiber", Needs: []string{"github.com/gofiber/fiber*"}, Port: 3000},
		{Name: "Chi", Needs: []string{"github.com/go-chi/chi*"}, Port: 8080},
		{Name: "Gorilla Mux", Needs: []string{"github.com/gorilla/mux"}, Port: 8080},
		{Name: "Beego", Needs: []string{"github.com/beego/beego*", "github.com/astaxie/beego"}, Port: 8080},
		{Name: "Buffalo", Needs: []string{"github.com/gobuffalo/buffalo"}, Port: 3000},
		{Name: "Iris", Needs: []string{"github.com/kataras/iris*"}, Port: 8080},
		{Name: "Revel", Needs: []string{"github.com/revel/revel"}, Port: 9000},
		{Name: "Hertz", Needs: []string{"github.com/cloudwego/hertz"}, Port: 8888},
		{Name: "go-zero", Needs: []string{"github.com/zeromicro/go-zero"}, Port: 8888},
		{Name: "Kratos", Needs: []string{"github.com/go-kratos/kratos*"}, Port: 8000},
		{Name: "GoFr", Needs: []string{"gofr.dev"}, Port: 8000, Health: []string{"/.well-known/alive"}},
		{Name: "Goa", Needs: []string{"goa.design/goa*"}, Port: 8080},
		{Name: "Martini", Needs: []string{"github.com/go-martini/martini"}, Port: 3000},
		{Name: "PocketBase", Needs: []string{"github.com/pocketbase/pocketbase"}, Port: 8090, Health: []string{"/api/health"}},
		{Name: "Huma", Needs: []string{"github.com/danielgtaylor/huma*"}, Port: 8080},
		{Name: "Macaron", Needs: []string{"gopkg.in/macaron.v1"}, Port: 4000},
		{Name: "Flamego", Needs: []string{"github.com/flamego/flamego"}, Port: 2830},
		{Name: "HttpRouter", Needs: []string{"github.com/julienschmidt/httprouter"}, Port: 8080},
		{Name: "fasthttp", Needs: []string{"github.com/valyala/fasthttp"}, Port: 8080},
		{Name: "gqlgen", Needs: []string{"github.com/99designs/gqlgen"}, Port: 8080},
		{Name: "Connect", Needs: []string{"connectrpc.com/connect", "github.com/bufbuild/connect-go"}, Port: 8080},
		{Name: "gRPC", Needs: []string{"google.golang.org/grpc"}, Port: 50051},
		{Name: "net/http", Port: 8080, Library: true},
		{Name: "Cobra", Needs: []string{"github.com/spf13/cobra"}, Kind: universalbuild.CLI, Library: true},
		{Name: "urfave/cli", Needs: []string{"github.com/urfave/cli*"}, Kind: universalbuild.CLI, Library: true},
		{Name: "Kong", Needs: []string{"github.com/alecthomas/kong"}, Kind: universalbuild.CLI, Library: true},
		{Name: "Bubble Tea", Needs: []string{"github.com/charmbracelet/bubbletea*"}, Kind: universalbuild.CLI, Library: true},
	},
	Natives: []language.Native{
		{Needs: []string{"github.com/h2non/bimg", "github.com/davidbyttow/govips*"}, Build: []string{"libvips-dev", "pkg-config"}, Runtime: []string{"libvips42"}},
		{Needs: []string{"github.com/otiai10/gosseract*"}, Build: []string{"libtesseract-dev", "libleptonica-dev"}, Runtime: []string{"libtesseract5", "tesseract-ocr-eng"}},
		{Needs: []string{"gocv.io/x/gocv"}, Build: []string{"libopencv-dev", "pkg-config"}, Runtime: []string{"libopencv-dev"}},
		{Needs: []string{"github.com/google/gopacket"}, Build: []string{"libpcap-dev"}, Runtime: []string{"libpcap0.8"}},
		{Needs: []string{"gopkg.in/gographics/imagick*"}, Build: []string{"libmagickwand-dev", "pkg-config"}, Runtime: []string{"libmagickwand-6.q16-6"}},
		{Needs: []string{"github.com/pebbe/zmq4"}, Build: []string{"libzmq3-dev", "pkg-config"}, Runtime: []string{"libzmq5"}},
		{Needs: []string{"github.com/linxGnu/grocksdb", "github.com/tecbot/gorocksdb"}, Build: []string{"librocksdb-dev"}, Runtime: []string{"librocksdb7.8"}},
		{Needs: []string{"github.com/libgit2/git2go*"}, Build: []string{"libgit2-dev", "pkg-config"}, Runtime: []string{"libgit2-1.5"}},
		{Needs: []string{"github.com/chromedp/chromedp", "github.com/go-rod/rod"}, Runtime: []string{"chromium"}},
		{Needs: []string{"github.com/go-git/go-git*"}, Runtime: []string{"git"}},
	},
	EnvReads: []language.Pattern{
		`\bos\.Getenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)[^;{}="]{0,20}if\s+\w+\s*==\s*""\s*\{\s*\w+\s*=\s*"([^"\n]*)"`,
		`\bcmp\.Or\(\s*os\.Getenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)\s*,\s*"([^"\n]*)"`,
		`\bos\.(?:Getenv|LookupEnv)\(\s*"([A-Za-z_][A-Za-z0-9_]*)"`,
		`\b\w*(?i:env)\w*\(\s*"([A-Z][A-Z0-9_]*)"\s*,\s*"?([^"\n,)]*)"?\s*\)`,
		"\\b(?:env|envconfig):\"([A-Z][A-Z0-9_]*)[^\"`]*\"(?:[^`\\n]*?\\b(?:envDefault|default):\"([^\"`\\n]*)\")?",
		`\.BindEnv\(\s*"[^"\n]*"\s*,\s*"([A-Z][A-Z0-9_]*)"`,
		`\bEnvVars:\s*\[\]string\{\s*"([A-Z][A-Z0-9_]*)"`,
	},
	PortUses: []language.Pattern{
		`\bListenAndServe(?:TLS)?\(\s*"[^"\n]*:(\d{2,5})"`,
		`\bAddr:\s*"[^"\n]*:(\d{2,5})"`,
		`\.(?:Run|Start|StartTLS|Listen|ListenTLS|RunTLS|StartServer)\(\s*"[^"\n]*:(\d{2,5})"`,
		`\bnet\.Listen\(\s*"[a-z0-9]+"\s*,\s*"[^"\n]*:(\d{2,5})"`,
		`(?i)\bcmp\.Or\(\s*os\.Getenv\(\s*"[A-Z_]*PORT"\s*\)\s*,\s*"(\d{2,5})"`,
		`(?i)\b\w*env\w*\(\s*"[A-Z_]*PORT"\s*,\s*"?:?(\d{2,5})"?\s*\)`,
		"(?i)\\benv(?:config)?:\"[A-Z_]*PORT\"[^`\\n]*?default:\"(\\d{2,5})\"",
		`(?i)\b(?:http|listen|server|default|app|web|api|grpc)?_?(?:port|addr|address)\b\s*(?:string|int|uint16)?\s*:?=\s*"?(?:[^"\n:]*:)?(\d{2,5})"?\s*(?://.*)?$`,
		`(?i)\bflag\.(?:String|Int|StringVar|IntVar)\((?:[^,\n]*,\s*)?"(?:http-?|listen-?|server-?)?(?:port|addr|address|listen|bind)"\s*,\s*"?(?:[^"\n,]*:)?(\d{2,5})\b`,
		`(?i)\bviper\.SetDefault\(\s*"[^"\n]*port"\s*,\s*"?:?(\d{2,5})"?`,
		`\biris\.Addr\(\s*"[^"\n]*:(\d{2,5})"`,
	},
	// A route is registered with its handler; what is called with a path alone, or
	// with a context or a place for the answer, asks another program.
	Routes: []language.Pattern{
		`\.(?:GET|Get|HandleFunc|Handle|Any|All|Use|Group)\(\s*"(?:GET )?(/[^"\s]*)"\s*,\s*(?:[^n&c\s]|n(?:[^i]|i[^l])|c(?:[^t]|t[^x])|$)`,
	},
	Workspace:      goWorkspace,
	Claim:          goClaim,
	Dependencies:   goDependencies,
	Version:        goVersion,
	DefaultVersion: "1.26",
	ImageVersion:   imageVersion("golang"),
	Framework:      goFramework,
	Start:          goStart,
	Port:           goPort,
	Address:        goAddressOf,
	Recipe:         goRecipe,
}

func goWorkspace(f *language.Folder) (language.Workspace, bool) {
	work, ok := language.Parse(f, "go.work", gomod.ParseWork)
	if !ok {
		return language.Workspace{}, false
	}
	members := map[string]bool{}
	for _, use := range work.Uses {
		if at := f.Sub(use); at.Has("go.mod") && path.Clean(use) != ".." && !strings.HasPrefix(path.Clean(use), "../") {
			members[at.Path] = true
		}
	}
	return language.Workspace{
		Root: f.Path, Tool: "go.work", Manager: "go",
		Members: sortedKeys(members),
		Why:     f.At("go.workspace", "go.work", "use"),
	}, true
}

// goClaim takes a module, or a folder of Go sources from before modules. What
// it is to a deployment is read from what its main packages reach.
func goClaim(f *language.Folder) (language.Claim, bool) {
	claim := language.Claim{System: "go", Confidence: finding.Certain}
	mod, ok := language.Parse(f, "go.mod", gomod.ParseModule)
	switch {
	case ok && mod.Module != "":
		claim.Name = goBinaryName(f, ".")
		claim.Why = append(claim.Why, f.At("go.module", "go.mod", "module"))
	case f.Has("go.mod"):
		claim.Confidence = finding.Unsure
		claim.Why = append(claim.Why, f.Evidence("go.module", "go.mod", 0, ""))
	case goMainFile(f, ".") != "":
		file := goMainFile(f, ".")
		claim.Confidence = finding.Likely
		claim.Why = append(claim.Why, f.At("go.main_without_module", file, "package main"))
	default:
		return language.Claim{}, false
	}
	goRole(f, &claim)
	return claim, true
}

func goRole(f *language.Folder, claim *language.Claim) {
	mains := goChosen(f, goMains(f))
	if len(mains) == 0 {
		claim.Role, claim.RoleWhy = language.Library, f.Evidence("go.no_main_package", f.FirstOf("go.mod"), 0, "")
		return
	}
	first := mains[0]
	for _, end := range goEmbedded(f, mains[:1]) {
		claim.Parts = append(claim.Parts, end.dir)
	}
	switch {
	case first.serves():
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, first.listens
	case first.works():
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, first.waits
	default:
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, f.At("go.main_package", first.file, "func main()")
	}
}

func goDependencies(p *language.Project) []language.Dependency {
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	local := map[string]string{}
	for name, at := range goModules(p.Folder) {
		if at.Path != p.Path {
			local[name] = at.Path
		}
	}
	var deps []language.Dependency
	for _, r := range mod.Requires {
		if r.Indirect {
			continue
		}
		deps = append(deps, language.Dependency{Name: r.Path, Version: r.Version, Local: local[r.Path], Path: p.Join("go.mod"), Line: r.Line})
		delete(local, r.Path)
	}
	for _, name := range goImportedModules(p.Folder, local) {
		deps = append(deps, language.Dependency{Name: name, Local: local[name], Path: p.Join("go.mod")})
	}
	sort.Slice(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// goImportedModules lists the modules of the workspace that the commands
// import although go.mod does not require them, which a workspace allows.
func goImportedModules(f *language.Folder, modules map[string]string) []string {
	if len(modules) == 0 {
		return nil
	}
	used := map[string]bool{}
	for _, m := range goMains(f) {
		for imported := range m.imports {
			for name := range modules {
				if imported == name || strings.HasPrefix(imported, name+"/") {
					used[name] = true
				}
			}
		}
	}
	return sortedKeys(used)
}

// goVersion follows the tools: what a version manager pins is what people
// run, the toolchain line is what the go command would switch to, the go line
// is the least that works. https://go.dev/doc/toolchain
func goVersion(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{
		toolVersion(p.Folder, "go", "golang"),
		goVersionFile(p.Folder),
	}
	if mod, ok := language.Parse(p.Folder, "go.mod", gomod.ParseModule); ok {
		candidates = append(candidates,
			goDirective(p.Folder, "go.toolchain", "go.mod", mod.Toolchain, mod.ToolchainLine),
			goDirective(p.Folder, "go.directive", "go.mod", mod.Go, mod.GoLine))
	}
	if root, ok := goWorkAbove(p.Folder); ok {
		work, _ := language.Parse(root, "go.work", gomod.ParseWork)
		candidates = append(candidates,
			goDirective(root, "go.work_toolchain", "go.work", work.Toolchain, work.ToolchainLine),
			goDirective(root, "go.work_directive", "go.work", work.Go, work.GoLine))
	}
	return finding.First(strings.Clone, candidates...)
}

func goDirective(f *language.Folder, rule, file, version string, line int) finding.Finding[string] {
	if version == "" {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.Evidence(rule, file, line, version))
}

func goVersionFile(f *language.Folder) finding.Finding[string] {
	content, _ := f.Text(".go-version")
	line, _, _ := strings.Cut(strings.TrimSpace(content), "\n")
	version := strings.TrimPrefix(strings.TrimSpace(line), "go")
	if version == "" || len(version) > 20 || version[0] < '0' || version[0] > '9' {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.Evidence("go.version_file", ".go-version", 1, line))
}

// goFramework takes the first framework that the chosen command imports, not
// merely one that go.mod lists for another command.
func goFramework(p *language.Project) finding.Finding[string] {
	mains := goChosen(p.Folder, goMains(p.Folder))
	if len(mains) == 0 {
		return finding.Finding[string]{}
	}
	first := mains[0]
	for _, framework := range p.Language.Frameworks {
		if framework.Name == "gRPC" && !first.serves() {
			continue
		}
		if framework.Kind == universalbuild.CLI && (first.serves() || first.works()) {
			continue
		}
		for _, needs := range framework.Needs {
			if imported, ok := goImports(first, strings.TrimSuffix(needs, "*")); ok {
				return finding.Of(framework.Name, finding.Certain, goImportEvidence(p, first, imported))
			}
		}
		if framework.Name == "net/http" && first.imports["net/http"] && first.serves() {
			if where := goServesHTTP(p, first); where.Rule != "" {
				return finding.Of(framework.Name, finding.Likely, where)
			}
		}
	}
	return finding.Finding[string]{}
}

const goHTTPServer = language.Pattern(`\bhttp\.(?:Handle|HandleFunc|NewServeMux|Serve|ServeTLS|ListenAndServe|ListenAndServeTLS)\(|\bhttp\.Server\{`)

// goServesHTTP finds where the standard library's server is used.
func goServesHTTP(p *language.Project, m goMain) finding.Evidence {
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		content, _ := root.Text(file)
		if at := firstLine(root, "go.net_http", file, content, goHTTPServer); at.Rule != "" {
			return at
		}
	}
	return finding.Evidence{}
}

// goImports finds an imported package that belongs to a module path.
func goImports(m goMain, module string) (string, bool) {
	for _, imported := range sortedKeys(m.imports) {
		if imported == module || strings.HasPrefix(imported, module+"/") {
			return imported, true
		}
	}
	return "", false
}

func goImportEvidence(p *language.Project, m goMain, imported string) finding.Evidence {
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		if content, _ := root.Text(file); strings.Contains(content, `"`+imported+`"`) {
			return root.At("go.framework_import", file, `"`+imported+`"`)
		}
	}
	return p.Evidence("go.framework_import", m.file, 0, imported)
}
