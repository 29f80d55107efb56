package golang

import (
	"fmt"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/gomod"
	"aipack/backend/universalbuild"
)

// usedMains are the commands of a module that go into its image: the chosen one
// first, then others that run for ever, and the one that migrates. A Procfile may name any of them.
func usedMains(p *language.Project) (used, others []mainPackage) {
	migrator, _, _ := migratorOf(p)
	for i, m := range mainsOf(p) {
		if i == 0 || m.serves() || m.works() || m.dir == migrator.dir || p.Has("Procfile") {
			if m.dir == migrator.dir {
				m = migrator
			}
			used = append(used, m)
		} else {
			others = append(others, m)
		}
	}
	return used, others
}

// start runs the chosen command. A program that serves only as one of its
// subcommands is given that subcommand.
func start(p *language.Project) finding.Finding[language.Start] {
	used, others := usedMains(p)
	if len(used) == 0 {
		return finding.Finding[language.Start]{}
	}
	first := used[0]
	start := language.Start{Command: []string{binaryPath(first)}}
	why := []finding.Evidence{p.At("go.main_package", first.file, "func main()")}
	confidence := finding.Certain
	if len(used)+len(others) > 1 {
		confidence = finding.Likely
	}
	if sub, where := serveCommand(p, first); sub != "" {
		start.Command = append(start.Command, sub)
		if sub == "serve" && p.Framework.Value == "PocketBase" { // listens on the loopback address unless told otherwise
			start.Command = []string{"sh", "-c", "exec " + start.Command[0] + " serve --http=0.0.0.0:" + language.PortWord(8090)}
		}
		why = append(why, where)
		confidence = finding.Likely
	}
	if option, where := usage(p, first); option != "" {
		start.Command = append(start.Command, option)
		why = append(why, where)
	}
	if line, where := migration(p, first); line != "" {
		start.Release = []string{line}
		why = append(why, where)
	} else if _, line, where := migratorOf(p); line != "" {
		start.Release = []string{line}
		why = append(why, where)
	} else if a := toolOf(p); a.found {
		start.Release = []string{a.release()}
		why = append(why, a.why)
	}
	for _, m := range used[1:] {
		if m.serves() || m.works() {
			start.Processes = append(start.Processes, universalbuild.Process{Name: language.ImageName(m.name), Command: []string{binaryPath(m)}})
		}
	}
	found := finding.Of(start, confidence, why...)
	for _, m := range append(used[1:], others...) {
		found.Alternatives = append(found.Alternatives, finding.Alternative{
			Value: binaryPath(m), Confidence: finding.Guess,
			Evidence: p.At("go.main_package", m.file, "func main()"),
		})
	}
	return found
}

func binaryPath(m mainPackage) string { return "/app/bin/" + binary.FileName(m.name) }

// subcommand is one that serves, as a command line declares it: a field of Cobra
// and urfave/cli, a tag of go-flags and of Kong, which names it after its field.
const subcommand = language.Pattern(`\b(?:Use|Name):\s*"(serve|server|start|run|web|api|daemon|http)\b[^"\n]*"|\bcommand:"(serve|server|start|run|web|api|daemon|http)"|^\s*(Serve|Server|Start|Run|Web|API|Daemon)\s[^\n]*\bcmd:""`)

// serveCommand finds the subcommand of a program with a command line that
// starts the server.
func serveCommand(p *language.Project, m mainPackage) (string, finding.Evidence) {
	_, cobra := imports(m, "github.com/spf13/cobra")
	_, urfave := imports(m, "github.com/urfave/cli")
	_, tagged := imports(m, "github.com/jessevdk/go-flags")
	if _, kong := imports(m, "github.com/alecthomas/kong"); kong {
		tagged = true
	}
	if !m.serves() || !cobra && !urfave && !tagged {
		return "", finding.Evidence{}
	}
	root := p.Reader().Folder(".")
	best, where := "", finding.Evidence{}
	for _, file := range m.files {
		content, _ := root.Text(file)
		for _, start := range language.LikelyLines(content, []string{"Use:", "Name:", `command:"`, `cmd:"`}) {
			line, _, _ := strings.Cut(content[start:], "\n")
			found := subcommand.Regexp().FindStringSubmatch(line)
			if found == nil {
				continue
			}
			if cobra && below(p, m, content[:start]) {
				continue
			}
			if found[1] == "" { // Serve serveCmd `cmd:""`
				found[1] = strings.ToLower(found[2] + found[3])
			}
			if found[1] != m.name && (best == "" || binary.Rank(found[1]) < binary.Rank(best) && best != "serve") || found[1] == "serve" && best != "serve" {
				best, where = found[1], root.At("go.subcommand", file, found[0])
			}
		}
	}
	return best, where
}

// cobraMade is where a command is made, in a variable or by a function of its own,
// and cobraAdded where one is put below another (Cobra's user guide, "Create
// additional commands").
const (
	cobraMade  language.Pattern = `(?:\b(\w+)\s*:?=\s*&?cobra\.Command\{|\bfunc\s+(\w+)\([^)\n]*\)\s*\(?\*cobra\.Command)`
	cobraAdded language.Pattern = `\b(\w+)\.AddCommand\(([^;\n]*)`
)

// below reports whether the command made at the end of before is put under one
// that is itself put under another: the program does not know it by one word.
func below(p *language.Project, m mainPackage, before string) bool {
	made := cobraMade.Regexp().FindAllStringSubmatch(before, -1)
	if len(made) == 0 {
		return false
	}
	name := made[len(made)-1][1] + made[len(made)-1][2]
	above := map[string]string{} // of each command added: the one it is added to
	root := p.Reader().Folder(".")
	for _, file := range m.files {
		content, _ := root.Text(file)
		if !strings.Contains(content, ".AddCommand(") {
			continue
		}
		for _, a := range cobraAdded.Regexp().FindAllStringSubmatch(content, 100) {
			for _, child := range strings.FieldsFunc(a[2], func(c rune) bool { return strings.ContainsRune(",() ", c) }) {
				above[child] = a[1]
			}
		}
	}
	parent := above[name]
	return parent != "" && above[parent] != "" && above[parent] != parent
}

// recipe builds static binaries and puts them beside the files they read.
func recipe(p *language.Project) language.Recipe {
	used, _ := usedMains(p)
	base := context(p)
	image, reason := imageOf(p)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: image, Workdir: "/app",
			Environment: map[string]string{},
			CachePaths:  []string{"/go/pkg/mod", "/root/.cache/go-build"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{reason},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	asPrivate(p.Folder, r.Build.Environment)
	if why := needsC(p, used); why.Rule == "" {
		r.Build.Environment["CGO_ENABLED"] = "0"
	} else {
		r.Why = append(r.Why, language.Reason{Field: "/build/environment", Confidence: finding.Likely, Evidence: why})
	}
	fetch(p, base, &r)
	compile(p, base, used, &r)
	runtimeNeeds(p, used, &r)
	listensTwice(p, used, &r)
	addFrontEnds(p, used, &r)
	programs(p, used, &r)
	if a := toolOf(p); a.found && slices.Equal(p.Start.Value.Release, []string{a.release()}) {
		a.take(p, &r)
	}
	return r
}

// context is the folder that holds everything the build needs: the
// workspace's root, or the nearest folder above all replaced modules.
func context(p *language.Project) *language.Folder {
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	var needed []*language.Folder
	for _, replaced := range mod.Replaces {
		needed = append(needed, p.Sub(replaced.Folder))
	}
	return p.ContextAround(needed...)
}

// cgoModules cannot be built without a C compiler.
var cgoModules = []string{
	"github.com/mattn/go-sqlite3", "gorm.io/driver/sqlite", "github.com/jinzhu/gorm/dialects/sqlite",
	"github.com/confluentinc/confluent-kafka-go", "github.com/h2non/bimg", "github.com/davidbyttow/govips",
	"github.com/otiai10/gosseract", "gocv.io/x/gocv", "github.com/chai2010/webp", "github.com/kolesa-team/go-webp",
	"github.com/marcboeker/go-duckdb", "github.com/duckdb/duckdb-go", "github.com/linxGnu/grocksdb",
	"github.com/tecbot/gorocksdb", "github.com/libgit2/git2go", "github.com/google/gopacket",
	"gopkg.in/gographics/imagick", "github.com/pebbe/zmq4", "github.com/miekg/pkcs11", "rogchap.com/v8go",
	"github.com/mutecomm/go-sqlcipher", "github.com/DataDog/zstd", "github.com/godror/godror", "github.com/bytecodealliance/wasmtime-go",
}

// needsC says why the build needs cgo; no rule if it does not.
func needsC(p *language.Project, used []mainPackage) finding.Evidence {
	mod, _ := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	for _, m := range used {
		if m.cgo.Rule != "" {
			return m.cgo
		}
	}
	for _, r := range mod.Requires {
		for _, module := range cgoModules {
			if r.Path == module || strings.HasPrefix(r.Path, module+"/") {
				return p.Evidence("go.cgo_module", "go.mod", r.Line, r.Path+" "+r.Version)
			}
		}
	}
	return finding.Evidence{}
}

// compile writes the build lines. Each binary is named for its folder.
func compile(p *language.Project, base *language.Folder, used []mainPackage, r *language.Recipe) {
	_, hasModule := language.Parse(p.Folder, "go.mod", gomod.ParseModule)
	if !hasModule {
		r.Build.BuildCommands = append(r.Build.BuildCommands, "go mod init "+language.ImageName(p.Folder.Name()))
		if importsOthers(used) {
			r.Build.BuildCommands = append(r.Build.BuildCommands, "go mod tidy")
			p.Warn(used[0].file, "manifest_missing", "there is no go.mod: the newest versions of the imported modules are taken at every build",
				"run `go mod init` and `go mod tidy`, and commit go.mod and go.sum")
		}
	}
	dir, flags := ".", ""
	within := base
	if p.Workspace == nil && base.Path != p.Path {
		dir, within = language.Below(base.Path, p.Path), p.Folder
	}
	if hasModule && downloads(p.Folder) && !p.Has("go.sum") && !vendored(p) && p.Workspace == nil {
		flags = "-mod=mod "
		p.Warn("go.mod", "lock_missing", "go.sum is missing: what is downloaded is not checked against known sums", "run `go mod tidy` and commit go.sum")
	}
	if tags, why := buildTags(p, used); len(tags) > 0 {
		flags += "-tags=" + strings.Join(tags, ",") + " "
		r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
	}
	generate(p, base, r)
	for _, m := range used {
		name := binary.FileName(m.name)
		target := language.Below(within.Path, p.Join(m.dir))
		if target != "." {
			target = "./" + target
		}
		r.Build.BuildCommands = append(r.Build.BuildCommands,
			goIn(p, dir, fmt.Sprintf(`build %s-trimpath -ldflags="-s -w" -o /out/%s %s`, flags, name, language.ShellWord(target))))
		binary.Take(p, r, name)
	}
}

// goIn is a line of the go command that works in dir.
func goIn(p *language.Project, dir, args string) string {
	if dir == "." {
		return "go " + args
	}
	if minor, _ := releaseOf(p); minor < firstGoC {
		return "cd " + language.ShellWord(dir) + " && go " + args
	}
	return "go -C " + language.ShellWord(dir) + " " + args
}

// importsOthers reports whether anything beyond the standard library and
// this repository is imported.
func importsOthers(used []mainPackage) bool {
	return slices.ContainsFunc(used, func(m mainPackage) bool { return m.others })
}

const (
	speaksTLS = language.Pattern(`\bhttp\.(?:Get|Post|PostForm|Head|Client\b|DefaultClient|DefaultTransport|NewRequest)|\btls\.(?:Dial|Config)|\bsmtp\.|\bx509\.SystemCertPool`)
)

// runtimeNeeds adds certificates, time zones and the files that the program
// opens at run time.
func runtimeNeeds(p *language.Project, used []mainPackage, r *language.Recipe) {
	root := p.Reader().Folder(".")
	tls := importsOthers(used)
	var texts []string
	for _, m := range used {
		for _, file := range builtFiles(p, m, used) {
			content, _ := root.Text(file)
			texts = append(texts, content)
			tls = tls || speaksTLS.Matches(content)
		}
	}
	if tls {
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, "ca-certificates")
	}
	if asksZone(texts) {
		const zoneinfo = "/usr/local/go/lib/time/zoneinfo.zip"
		r.Build.Artifacts = append(r.Build.Artifacts, zoneinfo)
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: zoneinfo, To: "/usr/local/share/zoneinfo.zip"})
		r.Runtime.Environment["ZONEINFO"] = "/usr/local/share/zoneinfo.zip"
	}
	binary.TakeAssets(p, language.Below(context(p).Path, p.Path), texts, r)
	openedFiles(p, used, r)
	openedAbove(p, used, r)
	viperFiles(p, used, r)
	dotenv(p, used, r)
	viperDotenv(p, used, r)
	binary.TakeCopied(p, context(p).Path, func(name string) bool { return builds(p, name) || p.Has("package.json") }, r)
	climbed(p, texts, r)
}
