package edit

import (
	"strings"
	"testing"
)

// TestFilesThatOtherProgramsRun, in all spellings in which a file system may take them for
// the same, and their twins that nobody runs.
func TestFilesThatOtherProgramsRun(t *testing.T) {
	for _, name := range []string{
		".github/workflows/ci.yml", "./.github//workflows/ci.yml", ".GitHub/Workflows/ci.yml", `.github\workflows\ci.yml`, ".github./workflows /ci.yml",
		"a/../.github/workflows/ci.yml", ".git\u200chub/workflows/ci.yml", "services/api/.github/workflows/x.yaml", ".github/actions/setup/action.yml",
		".github/workflows:x/ci.yml", ".gitlab-ci.yml", ".GITLAB-CI.YML", "deploy.gitlab-ci.yml", ".gitlab/ci/build.yml", "Jenkinsfile", "ci/Jenkinsfile.release",
		"JENKINSFILE", ".circleci/config.yml", ".travis.yml", "azure-pipelines-release.yml", "bitbucket-pipelines.yml", ".drone.star", ".husky/pre-commit",
		".Husky/_/post-merge", ".githooks/pre-push", ".pre-commit-config.yaml", "lefthook.yml", ".lintstagedrc.json", ".vscode/tasks.json", ".VSCode/settings.json",
		".vscode/tasks.json ", "shop.code-workspace", ".idea/runConfigurations/x.xml", ".devcontainer/devcontainer.json", ".devcontainer.json", ".envrc", ".mcp.json",
		".pnpmfile.cjs", ".yarnrc.yml", ".yarn/releases/yarn-4.cjs", "native/binding.gyp", ".exrc", "buildspec.yml", "cloudbuild.yaml",
	} {
		if c := (Change{Path: name, After: []byte("x")}); c.Starts() == "" {
			t.Errorf("%q runs by itself, and nobody says so", name)
		} else if c.After = nil; c.Starts() != "" {
			t.Errorf("%q runs after it was deleted", name)
		}
	}
	for _, name := range []string{
		"src/main.go", "Makefile", "Dockerfile", "compose.yaml", ".github/CODEOWNERS", "github/workflows/ci.yml", "docs/gitlab-ci.md", "src/husky/index.ts",
		"tasks.json", "src/vscode/tasks.json", "tests/jenkinsfile_test.go", "README.md", ".dockerignore", "tsconfig.json",
	} {
		if what := (Change{Path: name, After: []byte("x")}).Starts(); what != "" {
			t.Errorf("%q: %s", name, what)
		}
	}
}

// TestScriptsThatInstallingRuns: only what a change brings is said, not what was there.
func TestScriptsThatInstallingRuns(t *testing.T) {
	for _, c := range []struct{ name, before, after, want string }{
		{"package.json", `{}`, `{"scripts":{"start":"node a.js"}}`, ""},
		{"package.json", `{"scripts":{"postinstall":"x"}}`, `{"scripts":{"postinstall":"x","start":"y"}}`, ""},
		{"package.json", `{"scripts":{"postinstall":"x"}}`, `{"scripts":{"postinstall":"x; y"}}`, "postinstall"},
		{"web/Package.json", ``, `{"scripts":{"prepare":"x","preinstall":"y"}}`, "preinstall, prepare"},
		{"package.json", `{}`, "\ufeff" + `{"scripts":{"\u0070ostinstall":"x"}}`, "postinstall"},
		{"package.json", `{}`, `{"scripts":{"start":"x"},"scripts":{"install":"x"}}`, "install"},
		{"package.json", `{}`, `{"husky":{"hooks":{"pre-commit":"x"}}}`, "husky"},
		{"package.json", `{}`, `{"dependencies":{"a":"1"}}`, ""},
		{"package.json", `{}`, `{"scripts":`, "cannot be read"},
		{"composer.json", `{}`, `{"scripts":{"post-install-cmd":["x"]}}`, "post-install-cmd"},
		{"composer.json", `{}`, `{"scripts":{"test":"x"}}`, ""},
	} {
		got := Change{Path: c.name, Before: []byte(c.before), After: []byte(c.after)}.Starts()
		if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s, %s: %q, want %q", c.name, c.after, got, c.want)
		}
	}
}
