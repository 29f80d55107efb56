package site

import (
	"path"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
	"aipack/backend/universalbuild"
)

// NxBundled finds the bundler's file from which an Nx plugin infers the targets
// of a page (https://nx.dev/concepts/inferred-tasks).
func NxBundled(f *language.Folder) string {
	if !f.Has("index.html") && !f.Has("src/index.html") {
		return ""
	}
	return f.FirstOf("vite.config.ts", "vite.config.mts", "vite.config.js", "vite.config.mjs", "rsbuild.config.ts",
		"rsbuild.config.js", "rspack.config.ts", "rspack.config.js", "webpack.config.js", "webpack.config.ts")
}

func nxStaticExecutor(executor string) bool {
	for _, part := range []string{"@nx/vite:build", "@nrwl/vite:build", "@nx/web:", "@nrwl/web:", "@nx/angular:", "@nrwl/angular:", "@angular-devkit/build-angular", "@angular/build", "@nx/react:"} {
		if strings.HasPrefix(executor, part) {
			return true
		}
	}
	return false
}

// IsNxStatic reports whether a project becomes files for a web server: by its
// builder, by the development server that Nx has for pages alone, or by the
// bundler's file beside an index.html.
func IsNxStatic(f *language.Folder, nx npm.NxProject) bool {
	build, serve := nx.Targets["build"].Executor, nx.Targets["serve"].Executor
	switch {
	case nxStaticExecutor(build):
		return true
	case strings.HasPrefix(build, "@nx/webpack:"), strings.HasPrefix(build, "@nx/rspack:"), strings.HasPrefix(build, "@nrwl/webpack:"):
		return strings.HasSuffix(serve, ":dev-server")
	}
	return build == "" && NxBundled(f) != ""
}

// NxOutput is where a project's build goes: what it says, else dist and its
// own path (Nx's defaults). Both folders are relative to the workspace.
func NxOutput(folder string, nx npm.NxProject) string {
	build := nx.Targets["build"]
	out := build.OutputPath
	if out == "" && len(build.Outputs) > 0 && build.Executor == "" {
		out = build.Outputs[0]
	}
	if out != "" && !strings.Contains(out, "{options") {
		return path.Clean(strings.NewReplacer("{workspaceRoot}/", "", "{projectRoot}", folder, "{projectName}", nx.Name, "{options.outputPath}", "dist").Replace(out))
	}
	return path.Join("dist", folder)
}

// FindNx is the static site an Nx project becomes. Its output is relative to
// the project, as every site's is.
func FindNx(p *language.Project, nx npm.NxProject) (Pages, bool) {
	executor := nx.Targets["build"].Executor
	if !IsNxStatic(p.Folder, nx) || p.Claim.Kind != universalbuild.Static {
		return Pages{}, false
	}
	out := NxOutput(p.InContext("."), nx)
	if strings.HasSuffix(executor, ":application") {
		out = path.Join(out, nx.Targets["build"].Browser)
	}
	up := strings.Repeat("../", strings.Count(p.InContext("."), "/")+1)
	why := p.At("node.nx-executor", "project.json", executor)
	if executor == "" {
		why = p.Evidence("node.nx-inferred", NxBundled(p.Folder), 0, "")
	}
	return Pages{Output: up + out, SPA: true, Why: why}, true
}
