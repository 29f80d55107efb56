package golang

import (
	"maps"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/gomod"
)

// Bounds on how much of a module is read to find its commands.
const (
	maxMains         = 48
	maxPackages      = 80  // of one command
	maxPackagesInAll = 240 // of all commands of a module
	maxFiles         = 600 // of one command
)

// mainPackage is one main package of a module, with what the code it reaches
// within the repository says about it.
type mainPackage struct {
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

func (m mainPackage) serves() bool { return m.listens.Rule != "" }

func (m mainPackage) works() bool { return m.waits.Rule != "" }

// firstCode points at the first line of its sources that a pattern matches.
func (m mainPackage) firstCode(root *language.Folder, rule string, p language.Pattern) finding.Evidence {
	for _, file := range m.files {
		if at := root.AtCode(rule, file, root.Content(file), p); at.Rule != "" {
			return at
		}
	}
	return finding.Evidence{}
}

// What a program that answers requests, and one that runs for ever without
// doing so, call. Clients such as net.Dial are left out on purpose.
const (
	listens = language.Pattern(`\bListenAndServe(?:TLS|QUIC)?\(|\w\.ListenAndServe(?:TLS)?\s*[,)]|\bnet\.Listen(?:TCP|UDP|Packet|Unix)?\(|\bhttp\.Serve(?:TLS)?\(|\bgrpc\.NewServer\(|\blambda\.Start\(|\bfunctions\.HTTP\(|\b(?:gin\.(?:Default|New)|echo\.New|fiber\.New|iris\.(?:New|Default)|beego\.Run|web\.Run|kratos\.New|rest\.MustNewServer|server\.(?:Default|New)|huma\.NewRouter|martini\.Classic|gofr\.New|buffalo\.New)\(`)
	waits   = language.Pattern(`(?m)\bselect\s*\{\s*\}|discordgo\.New\(|\btelebot\.NewBot\(|\btele\.NewBot\(|\bNewBotAPI\(|\.GetUpdatesChan\(|\basynq\.NewServer\(|\bworker\.New\(|\.ConsumePartition\(|\bNewConsumerGroup\(|\bkafka\.NewReader\(|\.RunBlocking\(|\.StartBlocking\(|\bcron\.New\(|\bgocron\.NewScheduler\(|\.QueueSubscribe\(|\bsocketmode\.New\(|\btime\.NewTicker\(|\btime\.Tick\(`)
)

// servesByImport are packages that nobody imports but to serve.
const servesByImport = language.Pattern(`^(?:github\.com/(?:gin-gonic/gin|labstack/echo(?:/v\d+)?|gofiber/fiber(?:/v\d+)?|beego/beego/v2/server/web|astaxie/beego|gobuffalo/buffalo|kataras/iris(?:/v\d+)?|revel/revel|cloudwego/hertz/pkg/app/server|zeromicro/go-zero/rest|go-kratos/kratos/v2/transport/(?:http|grpc)|pocketbase/pocketbase|aws/aws-lambda-go/lambda|GoogleCloudPlatform/functions-framework-go/funcframework)|gofr\.dev/pkg/gofr)$`)

// otherSystem is the end of names of files that are built elsewhere.
const otherSystem = language.Pattern(`_(?:windows|darwin|freebsd|netbsd|openbsd|dragonfly|solaris|plan9|aix|js|wasip1|android|ios|illumos|zos|arm|arm64|386|wasm|riscv64|s390x|ppc64le|ppc64|mips|mipsle|mips64|mips64le|loong64)$`)

// asideDir names folders whose commands serve the developers.
func asideDir(name string) bool {
	switch name {
	case "example", "examples", "_examples", "testdata", "test", "tests", "hack", "tools", "tool", "scripts",
		"script", "docs", "doc", "e2e", "bench", "benchmark", "benchmarks", "ci", ".github", "gen", "codegen",
		"generator", "third_party", "demo", "demos", "samples", "sample", "fixtures",
		"mocks":
		return true
	}
	return false
}

// mainPackages finds the main packages of the module in a folder: its root, every
// folder below cmd, and folders that hold a main.go. Nested modules and
// folders for the developers are left out.
func mainPackages(f *language.Folder) []mainPackage {
	return language.Once(f, "go.mains", func() []mainPackage { return findMains(f) })
}

func findMains(f *language.Folder) []mainPackage {
	modules := modulesIn(f)
	nested := map[string]bool{}
	dirs := map[string]bool{".": true}
	for _, file := range f.Reader().Index.Under(f.Path) {
		rel := f.Rel(file.Path)
		dir := path.Dir(rel)
		switch {
		case path.Base(rel) == "go.mod" && dir != ".":
			nested[dir] = true
		case !strings.HasSuffix(rel, ".go"):
		case path.Base(rel) == "main.go", dir == "cmd" || strings.HasPrefix(dir, "cmd/") || strings.Contains(dir, "/cmd/"):
			dirs[dir] = true
		}
	}
	releases := releasesOf(f)
	for _, r := range releases {
		dirs[r.dir] = true
	}
	var mains []mainPackage
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		release, released := releasedAs(releases, dir)
		if aside(dir) && !released || within(dir, nested) || len(mains) >= maxMains {
			continue
		}
		if file := mainFile(f, dir); file != "" {
			m := mainPackage{dir: dir, file: file, name: binaryName(f, dir), released: released}
			if aside(dir) && release.Binary != "" {
				m.name = binary.FileName(release.Binary) // the product's name rather than the example's
			}
			mains = append(mains, m)
		}
	}
	if len(mains) == 0 {
		mains = tagged(f, dirs, nested)
	}
	read := map[string]bool{}
	for i := range mains {
		reach(f, &mains[i], modules, read)
		demote(&mains[i])
	}
	return mains
}

func aside(dir string) bool {
	for _, part := range strings.Split(dir, "/") {
		if asideDir(part) || part != "." && (strings.HasPrefix(part, "_") || strings.HasPrefix(part, ".")) {
			return true
		}
	}
	return false
}

func within(dir string, parents map[string]bool) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if parents[dir] {
			return true
		}
	}
	return false
}

// mainFile gives the file of a folder that holds the main package's func
// main, "" if the folder is no main package.
func mainFile(f *language.Folder, dir string) string {
	first := ""
	for _, name := range sources(f, dir) {
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

// tagged finds main packages all of whose files want one build tag, as in
// `//go:build server`: without it the go command says that build constraints
// exclude all Go files (go help buildconstraint).
func tagged(f *language.Folder, dirs, nested map[string]bool) (mains []mainPackage) {
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if aside(dir) || within(dir, nested) {
			continue
		}
		file, tag := "", ""
		for i, name := range sources(f, dir) {
			source, _ := language.Parse(f, name, gomod.ParseSource)
			if i == 0 {
				tag = source.Tag
			}
			if source.Package != "main" || source.Tag == "" || source.Tag != tag || len(tagsOf(tag)) == 0 {
				file = ""
				break
			}
			if content, _ := f.Text(name); strings.Contains(content, "func main()") {
				file = name
			}
		}
		if file != "" {
			mains = append(mains, mainPackage{dir: dir, file: file, name: binaryName(f, dir), tag: tag})
		}
	}
	return mains
}

// sources lists the sources of one folder that a Linux build may use,
// relative to the module's folder.
func sources(f *language.Folder, dir string) []string {
	var out []string
	for _, file := range f.Sub(dir).Files() {
		base, isGo := strings.CutSuffix(file, ".go")
		if !isGo || strings.HasSuffix(base, "_test") || strings.HasPrefix(file, "_") || otherSystem.Regexp().MatchString(base) {
			continue
		}
		out = append(out, path.Join(dir, file))
	}
	return out
}
