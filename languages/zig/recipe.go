package zig

import (
	"path"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/debian"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	build, _ := language.Parse(p.Folder, "build.zig", nativebuild.ParseZigBuild)
	if len(build.Executables) == 0 {
		return finding.Finding[language.Start]{}
	}
	name := binary.FileName(build.Executables[0])
	return finding.Of(language.Start{Command: []string{"/app/bin/" + name}}, finding.Certain, p.At("zig.executable", "build.zig", `"`+build.Executables[0]+`"`))
}

// download gives the address of a release. Until 0.14.0 the system stood
// before the processor in its name.
func download(version string) string {
	parts := strings.Split(version, ".")
	number := func(i int) int {
		if i >= len(parts) {
			return 0
		}
		n, _ := strconv.Atoi(parts[i])
		return n
	}
	full := version
	if len(parts) == 2 {
		full += ".0"
	}
	name := "zig-$(uname -m)-linux-" + full
	if major, minor, patch := number(0), number(1), number(2); major == 0 && (minor < 14 || minor == 14 && patch < 1) {
		name = "zig-linux-$(uname -m)-" + full
	}
	return "https://ziglang.org/download/" + full + "/" + name + ".tar.xz"
}

func recipe(p *language.Project) language.Recipe {
	version := p.Version.Value
	if strings.Trim(version, "0123456789.") != "" {
		version = p.Language.DefaultVersion
	}
	build, _ := language.Parse(p.Folder, "build.zig", nativebuild.ParseZigBuild)
	script, _ := p.Text("build.zig")
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{},
			SystemPackages:   []string{"ca-certificates", "curl", "xz-utils"},
			PreBuildCommands: []string{"mkdir -p /opt/zig && curl -fsSL " + download(version) + " | tar -xJ --strip-components=1 -C /opt/zig"},
			CachePaths:       []string{"/root/.cache/zig", ".zig-cache"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: finding.Likely, Evidence: p.Evidence("zig.build", "build.zig", 0, "")}},
	}
	command := "/opt/zig/zig build"
	switch {
	case strings.Contains(script, "standardOptimizeOption"):
		command += " -Doptimize=ReleaseSafe"
	case strings.Contains(script, "standardReleaseOptions"):
		command += " -Drelease-safe"
	}
	for _, link := range build.Links {
		dev, runtime := debian.Library(link)
		r.Build.SystemPackages = append(r.Build.SystemPackages, dev...)
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, runtime...)
	}
	for _, name := range build.Executables[:min(1, len(build.Executables))] {
		safe := binary.FileName(name)
		r.Build.BuildCommands = []string{command + " && mkdir -p /out && cp " + language.ShellWord(path.Join("zig-out/bin", name)) + " /out/" + safe}
		binary.Take(p, &r, safe)
	}
	var texts []string
	for _, file := range p.Glob("src/**/*.zig") {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	binary.TakeAssets(p, ".", texts, &r)
	return r
}
