package languages

import (
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/gomod"
)

// Bounds on how much of a module is read to find its commands.
const (
	goMaxMains         = 48
	goMaxPackages      = 80  // of one command
	goMaxPackagesInAll = 240 // of all commands of a module
	goMaxFiles         = 600 // of one command
)

// goMain is one main package of a module, with what the code it reaches
// within the repository says about it.
type goMain struct {
	dir     string // relative to the module's folder; "." for the root
	name    string // of the binary, as go install names it
	file    string // its file that holds func main, relative to the module's folder
	imports map[string]bool
	files   []string         // sources it is made of, relative to the repository's root
	listens finding.Evidence // where it starts to serve
	waits   finding.Evidence // where it shows that it runs for ever
	cgo     finding.Evidence
	others  bool // imports beyond the standard library and this repository

	released bool // GoReleaser publishes it

	tag string // build tag that all its files want; "" for none
}

func (m goMain) serves() bool { return m.listens.Rule != "" }
func (m goMain) works() bool  { return m.waits.Rule != "" }

// What a program that answers requests, and one that runs for ever without
// doing so, call. Clients such as net.Dial are left out on purpose.
const (
	goListens = language.Pattern(`\bListenAndServe(?:TLS|QUIC)?\(|\bnet\.Listen(?:TCP|UDP|Packet|Unix)?\(|\bhttp\.Serve(?:TLS)?\(|\bgrpc\.NewServer\(|\blambda\.Start\(|\bfunctions\.HTTP\(|\b(?:gin\.(?:Default|New)|echo\.New|fiber\.New|iris\.(?:New|Default)|beego\.Run|web\.Run|kratos\.New|rest\.MustNewServer|server\.(?:Default|New)|huma\.NewRouter|martini\.Classic|gofr\.New|buffalo\.New)\(`)
	goWaits   = language.Pattern(`(?m)\bselect\s*\{\s*\}|discordgo\.New\(|\btelebot\.NewBot\(|\btele\.NewBot\(|\bNewBotAPI\(|\.GetUpdatesChan\(|\basynq\.NewServer\(|\bworker\.New\(|\.ConsumePartition\(|\bNewConsumerGroup\(|\bkafka\.NewReader\(|\.RunBlocking\(|\.StartBlocking\(|\bcron\.New\(|\bgocron\.NewScheduler\(|\.QueueSubscribe\(|\bsocketmode\.New\(|\btime\.NewTicker\(|\btime\.Tick\(`)
)

// goServesByImport are packages that nobody imports but to serve.
const goServesByImport = language.Pattern(`^(?:github\.com/(?:gin-gonic/gin|labstack/echo(?:/v\d+)?|gofiber/fiber(?:/v\d+)?|beego/beego/v2/server/web|astaxie/beego|gobuffalo/buffalo|kataras/iris(?:/v\d+)?|revel/revel|cloudwego/hertz/pkg/app/server|zeromicro/go-zero/rest|go-kratos/kratos/v2/transport/(?:http|grpc)|pocketbase/pocketbase|aws/aws-lambda-go/lambda|GoogleCloudPlatform/functions-framework-go/funcframework)|gofr\.dev/pkg/gofr)$`)

// goOtherSystem is the end of names of files that are built elsewhere.
const goOtherSystem = language.Pattern(`_(?:windows|darwin|freebsd|netbsd|openbsd|dragonfly|solaris|plan9|aix|js|wasip1|android|ios|illumos|zos|arm|arm64|386|wasm|riscv64|s390x|ppc64le|ppc64|mips|mipsle|mips64|mips64le|loong64)$`)

// goAsideDir names folders whose commands serve the developers.
func goAsideDir(name string) bool {
	switch name {
	case "example", "examples", "_examples", "testdata", "test", "tests", "hack", "tools", "tool", "scripts",
		"script", "docs", "doc", "e2e", "bench", "benchmark", "benchmarks", "ci", ".github", "gen", "codegen",
		"generator", "vendor", "third_party", "node_modules", "demo", "demos", "samples", "sample", "fixtures",
		"mocks":
		return true
	}
	return false
}

// goMains finds the main packages of the module in a folder: its root, every
// folder below cmd, and folders that hold a main.go. Nested modules and
// folders for the developers are left out.
func goMains(f *language.Folder) []goMain {
	return language.Once(f, "go.mains", func() []goMain { return goFindMains(f) })
}

func goFindMains(f *language.Folder) []goMain {
	modules := goModules(f)
	nested := map[string]bool{}
	dirs := map[string]bool{".": true}
	for _, file := range f.Reader().Index.Under(f.Path) {
		rel := relativeTo(f, file.Path)
		dir := path.Dir(rel)
		switch {
		case path.Base(rel) == "go.mod" && dir != ".":
			nested[dir] = true
		case !strings.HasSuffix(rel, ".go"):
		case path.Base(rel) == "main.go", dir == "cmd" || strings.HasPrefix(dir, "cmd/") || strings.Contains(dir, "/cmd/"):
			dirs[dir] = true
		}
	}
	releases := goReleases(f)
	for _, r := range releases {
		dirs[r.dir] = true
	}
	var mains []goMain
	for _, dir := range sortedKeys(dirs) {
		release, released := goReleased(releases, dir)
		if goAside(dir) && !released || goWithin(dir, nested) || len(mains) >= goMaxMains {
			continue
		}
		if file := goMainFile(f, dir); file != "" {
			m := goMain{dir: dir, file: file, name: goBinaryName(f, dir), released: released}
			if goAside(dir) && release.Binary != "" {
				m.name = safeFileName(release.Binary) // the product's name rather than the example's
			}
			mains = append(mains, m)
		}
	}
	if len(mains) == 0 {
		mains = goTagged(f, dirs, nested)
	}
	read := map[string]bool{}
	for i := range mains {
		goReach(f, &mains[i], modules, read)
		goDemote(&mains[i])
	}
	return mains
}

func goAside(dir string) bool {
	for _, part := range strings.Split(dir, "/") {
		if goAsideDir(part) || part != "." && (strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".")) {
			return true
		}
	}
	return false
}

func goWithin(dir string, parents map[string]bool) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if parents[dir] {
			return true
		}
	}
	return false
}

// goMainFile gives the file of a folder that holds the main package's func
// main, "" if the folder is no main package.
func goMainFile(f *language.Folder, dir string) string {
	first := ""
	for _, name := range goSources(f, dir) {
		source, _ := language.Parse(f, name, gomod.ParseSource)
		if source.Package != "main" {
			if source.Package != "" && !source.Excluded {
				return ""
			}
			continue
		}
		if source.Excluded {
			continue
		}
		if content, _ := f.Text(name); strings.Contains(content, "func main()") {
			return name
		}
		if first == "" {
			first = name
		}
	}
	return ""
}

// goTagged finds main packages all of whose files want one build tag, as in
// `//go:build server`: without it the go command says that build constraints
// exclude all Go files (go help buildconstraint).
func goTagged(f *language.Folder, dirs, nested map[string]bool) (mains []goMain) {
	for _, dir := range sortedKeys(dirs) {
		if goAside(dir) || goWithin(dir, nested) {
			continue
		}
		file, tag := "", ""
		for i, name := range goSources(f, dir) {
			source, _ := language.Parse(f, name, gomod.ParseSource)
			if i == 0 {
				tag = source.Tag
			}
			if source.Package != "main" || source.Tag == "" || source.Tag != tag || len(goTagsOf(tag)) == 0 {
				file = ""
				break
			}
			if content, _ := f.Text(name); strings.Contains(content, "func main()") {
				file = name
			}
		}
		if file != "" {
			mains = append(mains, goMain{dir: dir, file: file, name: goBinaryName(f, dir), tag: tag})
		}
	}
	return mains
}

// goSources lists the sources of one folder that a Linux build may use,
// relative to the module's folder.
func goSources(f *language.Folder, dir string) []string {
	var out []string
	for _, file := range f.Sub(dir).Files() {
		base, isGo := strings.CutSuffix(file, ".go")
		if !isGo || strings.HasSuffix(base, "_test") || strings.HasPrefix(file, "_") || goOtherSystem.Regexp().MatchString(base) {
			continue
		}
		out = append(out, path.Join(dir, file))
	}
	return out
}

// goBinaryName names a binary as go install does: after the folder, or after
// the module for its root, a major version's suffix left out.
func goBinaryName(f *language.Folder, dir string) string {
	if dir != "." {
		return path.Base(dir)
	}
	mod, ok := language.Parse(f, "go.mod", gomod.ParseModule)
	if !ok || mod.Module == "" {
		return language.ImageName(f.Name())
	}
	name := path.Base(mod.Module)
	if len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" && path.Dir(mod.Module) != "." {
		name = path.Base(path.Dir(mod.Module))
	}
	name, _, _ = strings.Cut(name, ".v")
	return safeFileName(name)
}

// goModules maps the module paths that are at home in this repository to
// their folders: the module itself, its replaced modules and those of the
// workspace above it.
func goModules(f *language.Folder) map[string]*language.Folder {
	modules := map[string]*language.Folder{}
	add := func(at *language.Folder) {
		if mod, ok := language.Parse(at, "go.mod", gomod.ParseModule); ok && mod.Module != "" {
			modules[mod.Module] = at
		}
	}
	if root, ok := goWorkAbove(f); ok {
		work, _ := language.Parse(root, "go.work", gomod.ParseWork)
		for _, use := range work.Uses {
			add(root.Sub(use))
		}
	}
	mod, _ := language.Parse(f, "go.mod", gomod.ParseModule)
	for _, r := range mod.Replaces {
		if at := f.Sub(r.Folder); at.Has("go.mod") {
			modules[r.Module] = at
		}
	}
	add(f)
	return modules
}

// goWorkAbove finds the workspace that a folder's module belongs to.
func goWorkAbove(f *language.Folder) (*language.Folder, bool) {
	for at := f; ; at = at.Sub("..") {
		if at.Has("go.work") {
			work, _ := language.Parse(at, "go.work", gomod.ParseWork)
			for _, use := range work.Uses {
				if at.Sub(use).Path == f.Path {
					return at, true
				}
			}
			return nil, false
		}
		if at.IsRoot() {
			return nil, false
		}
	}
}

// goTerminal are packages of programs that draw on a terminal. Such a program
// may open a socket to be told what to do, and is still no service.
const goTerminal = language.Pattern(`^(?:github\.com/(?:gdamore/tcell|rivo/tview|nsf/termbox-go|charmbracelet/bubbletea|jroimartin/gocui)(?:/.*)?|golang\.org/x/term)$`)

// goDemote takes back that a terminal program serves if all there is to it is
// an open socket.
func goDemote(m *goMain) {
	if m.imports["net/http"] || !strings.Contains(m.listens.Excerpt, "net.Listen") {
		return
	}
	for imported := range m.imports {
		if goTerminal.Regexp().MatchString(imported) {
			m.listens = finding.Evidence{}
		}
	}
}

// goChosen orders a module's commands: what serves before what runs for ever
// before what ends; then what is published, the root, the one named like the module, and the
// usual names of a service.
func goChosen(f *language.Folder, mains []goMain) []goMain {
	own := goBinaryName(f, ".")
	publishes := slices.ContainsFunc(mains, func(m goMain) bool { return m.released })
	rank := func(m goMain) int {
		r := 80
		switch {
		case m.serves():
			r = 0
		case m.works():
			r = 40
		}
		switch {
		case m.dir == ".":
		case m.name == own || m.name == f.Name():
			r++
		default:
			r += 3 + serviceNameRank(m.name)
		}
		if publishes && !m.released {
			r += 20
		}
		return r
	}
	out := append([]goMain(nil), mains...)
	sort.SliceStable(out, func(i, j int) bool {
		if a, b := rank(out[i]), rank(out[j]); a != b {
			return a < b
		}
		if a, b := strings.Count(out[i].dir, "/"), strings.Count(out[j].dir, "/"); a != b {
			return a < b
		}
		return out[i].dir < out[j].dir
	})
	return out
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}
