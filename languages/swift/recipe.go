package swift

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	products := productsOf(p.Folder)
	if len(products) == 0 {
		return finding.Finding[language.Start]{}
	}
	program := "/app/bin/" + binary.FileName(products[0])
	command := []string{program}
	if p.Framework.Value == "Vapor" {
		command = []string{"sh", "-c", "exec " + program + " serve --env production --hostname 0.0.0.0 --port ${PORT:-8080}"}
	}
	confidence := finding.Certain
	if len(products) > 1 {
		confidence = finding.Likely
	}
	found := finding.Of(language.Start{Command: command}, confidence, p.At("swift.executable", "Package.swift", `"`+products[0]+`"`))
	for _, other := range products[1:] {
		found.Alternatives = append(found.Alternatives, finding.Alternative{
			Value: other, Confidence: finding.Guess,
			Evidence: p.At("swift.executable", "Package.swift", `"`+other+`"`),
		})
	}
	return found
}

// image names the official image. Those on Debian 12 start with 5.10; a
// newer compiler builds packages of older tools versions.
func image(version string) string {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	m, errMajor := strconv.Atoi(major)
	n, _ := strconv.Atoi(minor)
	if errMajor != nil || m < 5 || m == 5 && n < 10 || m > 20 || n > 99 {
		return "swift:5.10-bookworm"
	}
	return fmt.Sprintf("swift:%d.%d-bookworm", m, n)
}

func recipe(p *language.Project) language.Recipe {
	var local []*language.Folder
	pkg, _ := language.Parse(p.Folder, "Package.swift", nativebuild.ParseSwiftPackage)
	for _, d := range pkg.Dependencies {
		if d.Path != "" {
			local = append(local, p.Sub(d.Path))
		}
	}
	base := p.ContextAround(local...)
	dir := language.Below(base.Path, p.Path)
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: image(p.Version.Value), Workdir: "/app", Environment: map[string]string{},
			CachePaths: []string{"/root/.cache/org.swift.swiftpm", path.Join(dir, ".build")},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why: []language.Reason{{
			Field: "/build/base_image", Confidence: p.Version.Confidence,
			Evidence: p.At("swift.tools_version", "Package.swift", "swift-tools-version"),
		}},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	swift, chdir := "swift", ""
	if dir != "." {
		chdir = " --package-path " + language.ShellWord(dir)
	}
	if len(pkg.Dependencies) > 0 && len(local) == 0 && p.Workspace == nil {
		r.Build.Manifests = []string{"Package.swift"}
		if p.Has("Package.resolved") {
			r.Build.Manifests = []string{"Package.resolved", "Package.swift"}
		}
		r.Build.PreBuildCommands = []string{swift + " package resolve"}
	}
	var copies []string
	products := productsOf(p.Folder)
	for i, product := range products {
		if i > 0 && !p.Has("Procfile") {
			break
		}
		name := binary.FileName(product)
		build := fmt.Sprintf("swift build -c release --static-swift-stdlib --product %s%s", language.ShellWord(product), chdir)
		r.Build.BuildCommands = append(r.Build.BuildCommands, fmt.Sprintf(`%s && mkdir -p /out && cp "$(%s --show-bin-path)/%s" /out/%s`, build, build, name, name))
		copies = append(copies, name)
	}
	for _, name := range copies {
		binary.Take(p, &r, name)
	}
	runtimeNeeds(p, dir, &r)
	return r
}

func runtimeNeeds(p *language.Project, dir string, r *language.Recipe) {
	packages := map[string]bool{}
	var texts []string
	for _, file := range p.Glob("Sources/**/*.swift") {
		content, _ := p.Text(file)
		texts = append(texts, content)
		if strings.Contains(content, "import FoundationNetworking") {
			packages["libcurl4"], packages["ca-certificates"] = true, true
		}
		if strings.Contains(content, "import FoundationXML") {
			packages["libxml2"] = true
		}
	}
	if len(p.Deps) > 0 {
		packages["ca-certificates"] = true
		packages["tzdata"] = true
	}
	r.Runtime.SystemPackages = slices.Sorted(maps.Keys(packages))
	if p.Framework.Value == "Vapor" { // read by Vapor itself
		texts = append(texts, `"./Public"`, `"./Resources"`)
	}
	binary.TakeAssets(p, dir, texts, r)
}
