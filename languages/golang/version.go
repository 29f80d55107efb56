package golang

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/gomod"
)

// versionOf follows the tools: what a version manager pins is what people
// run, the toolchain line is what the go command would switch to, the go line
// is the least that works. https://go.dev/doc/toolchain
func versionOf(p *language.Project) finding.Finding[string] {
	candidates := []finding.Finding[string]{
		version.Tool(p.Folder, "go", "golang"),
		versionFile(p.Folder),
	}
	if mod, ok := language.Parse(p.Folder, "go.mod", gomod.ParseModule); ok {
		candidates = append(candidates,
			directive(p.Folder, "go.toolchain", "go.mod", mod.Toolchain, mod.ToolchainLine),
			directive(p.Folder, "go.directive", "go.mod", mod.Go, mod.GoLine))
	}
	if root, ok := workAbove(p.Folder); ok {
		work, _ := language.Parse(root, "go.work", gomod.ParseWork)
		candidates = append(candidates,
			directive(root, "go.work_toolchain", "go.work", work.Toolchain, work.ToolchainLine),
			directive(root, "go.work_directive", "go.work", work.Go, work.GoLine))
	}
	return finding.First(strings.Clone, candidates...)
}

func directive(f *language.Folder, rule, file, version string, line int) finding.Finding[string] {
	if version == "" {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.Evidence(rule, file, line, version))
}

func versionFile(f *language.Folder) finding.Finding[string] {
	content, _ := f.Text(".go-version")
	line, _, _ := strings.Cut(strings.TrimSpace(content), "\n")
	version := strings.TrimPrefix(strings.TrimSpace(line), "go")
	if version == "" || len(version) > 20 || version[0] < '0' || version[0] > '9' {
		return finding.Finding[string]{}
	}
	return finding.Of(version, finding.Certain, f.Evidence("go.version_file", ".go-version", 1, line))
}
