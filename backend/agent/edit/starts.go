package edit

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// startedFolders are folders whose files other programs run by themselves: on a push, on a
// commit, when a folder is opened in an editor. Each makes its own say so.
var startedFolders = []struct{ folder, what string }{
	{".github/workflows", "GitHub runs it"}, {".github/actions", "GitHub's workflows run it"},
	{".gitea/workflows", "Gitea runs it"}, {".forgejo/workflows", "Forgejo runs it"}, {".gitlab/ci", "GitLab runs it"}, {".gitlab-ci", "GitLab runs it"},
	{".circleci", "CircleCI runs it"}, {".buildkite", "Buildkite runs it"}, {".woodpecker", "Woodpecker runs it"}, {".semaphore", "Semaphore runs it"},
	{".teamcity", "TeamCity runs it"}, {".tekton", "Tekton runs it"}, {".azure-pipelines", "Azure runs it"},
	{".husky", "git runs it as a hook"}, {".githooks", "git runs it as a hook"}, {".git-hooks", "git runs it as a hook"}, {".lefthook", "git runs it as a hook"},
	{".vscode", "the editor acts on it when the folder is opened"}, {".idea", "the editor acts on it when the folder is opened"},
	{".devcontainer", "the editor acts on it when the folder is opened"}, {".zed", "the editor acts on it when the folder is opened"},
	{".cursor", "the editor acts on it when the folder is opened"}, {".claude", "an assistant acts on it when the folder is opened"},
	{".yarn/releases", "every call of Yarn runs it"}, {".yarn/plugins", "every call of Yarn runs it"},
}

// startedFiles are patterns of names of such files, wherever they lie: a folder below may
// be opened, or pushed, by itself.
var startedFiles = []struct{ pattern, what string }{
	{"*.gitlab-ci.yml", "GitLab runs it"}, {"*.gitlab-ci.yaml", "GitLab runs it"}, {"jenkinsfile", "Jenkins runs it"}, {"jenkinsfile.*", "Jenkins runs it"},
	{"*.jenkinsfile", "Jenkins runs it"}, {".travis.y*ml", "Travis runs it"}, {"azure-pipelines*.y*ml", "Azure runs it"},
	{"bitbucket-pipelines.y*ml", "Bitbucket runs it"}, {".drone.*", "Drone runs it"}, {".woodpecker.y*ml", "Woodpecker runs it"},
	{"appveyor.y*ml", "AppVeyor runs it"}, {".appveyor.y*ml", "AppVeyor runs it"}, {".cirrus.*", "Cirrus runs it"},
	{"cloudbuild.*", "Google's Cloud Build runs it"},
	{"buildspec.y*ml", "AWS CodeBuild runs it"}, {"codemagic.y*ml", "Codemagic runs it"}, {"wercker.y*ml", "Wercker runs it"},
	{".pre-commit-config.y*ml", "git runs it as a hook"}, {"lefthook.*", "git runs it as a hook"}, {".lefthook.*", "git runs it as a hook"},
	{"lefthook-local.*", "git runs it as a hook"}, {".huskyrc*", "git runs it as a hook"}, {".lintstagedrc*", "a hook of git's runs it"},
	{"lint-staged.config.*", "a hook of git's runs it"}, {".simple-git-hooks.*", "git runs it as a hook"},
	{".devcontainer.json", "the editor acts on it when the folder is opened"}, {"*.code-workspace", "the editor acts on it when the folder is opened"},
	{".exrc", "the editor acts on it when the folder is opened"}, {".nvim.lua", "the editor acts on it when the folder is opened"},
	{".envrc", "the shell runs it when the folder is entered"}, {".mcp.json", "an assistant starts what it names"},
	{".pnpmfile.*", "pnpm runs it when it installs"}, {".yarnrc*", "every call of Yarn acts on it"}, {"binding.gyp", "npm runs it when it installs"},
}

// Starts says what runs the changed file without the user calling for it; "" where nothing
// does, and where it is deleted. A Makefile, a Dockerfile and sources run when the user
// starts them, as what they are asking for: they count as what they are.
func (c Change) Starts() string {
	if c.After == nil {
		return ""
	}
	segments := strings.Split(cleaned(c.Path), "/")
	for i, s := range segments {
		segments[i] = folderMeant(s)
	}
	name := segments[len(segments)-1]
	folders := "/" + strings.Join(segments[:len(segments)-1], "/") + "/"
	for _, f := range startedFolders {
		if strings.Contains(folders, "/"+f.folder+"/") {
			return f.what
		}
	}
	for _, f := range startedFiles {
		if ok, err := path.Match(f.pattern, name); ok && err == nil {
			return f.what
		}
	}
	switch name {
	case "package.json":
		return newlyRun(c, npmRuns, "npm runs its script when it installs: ")
	case "composer.json":
		return newlyRun(c, composerRuns, "Composer runs its script when it installs: ")
	}
	return ""
}

// npmScripts run when packages are installed, also without a word (npm's documentation,
// "scripts": life cycle of npm ci and npm install; pnpm's of pnpm:devPreinstall).
var npmScripts = []string{
	"preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare", "dependencies", "predependencies", "postdependencies",
	"prepack", "postpack", "pnpm:devPreinstall",
}

// npmHooks are keys of package.json whose commands git's hooks run.
var npmHooks = []string{"husky", "simple-git-hooks", "lint-staged", "pre-commit", "ghooks"}

func npmRuns(manifest map[string]json.RawMessage) map[string]string {
	out := map[string]string{}
	for name, text := range inner(manifest["scripts"]) {
		if slices.Contains(npmScripts, name) {
			out[name] = text
		}
	}
	for _, key := range npmHooks {
		if v, ok := manifest[key]; ok {
			out[key] = string(v)
		}
	}
	return out
}

// composerRuns are the scripts of Composer's own events; others are called by name.
func composerRuns(manifest map[string]json.RawMessage) map[string]string {
	out := map[string]string{}
	for name, text := range inner(manifest["scripts"]) {
		if strings.HasPrefix(name, "pre-") || strings.HasPrefix(name, "post-") {
			out[name] = text
		}
	}
	return out
}

// inner are the values of an object, as they are written.
func inner(object json.RawMessage) map[string]string {
	var values map[string]json.RawMessage
	if json.Unmarshal(object, &values) != nil {
		return nil
	}
	out := map[string]string{}
	for name, v := range values {
		out[name] = string(v)
	}
	return out
}

// newlyRun names what runs by itself of a manifest after a change and did not so before.
// One that cannot be read may run anything.
func newlyRun(c Change, runs func(map[string]json.RawMessage) map[string]string, what string) string {
	after, ok := manifestOf(c.After)
	if !ok {
		return what + "it cannot be read"
	}
	before, _ := manifestOf(c.Before)
	was, is := runs(before), runs(after)
	var fresh []string
	for name, text := range is {
		if was[name] != text {
			fresh = append(fresh, name)
		}
	}
	if len(fresh) == 0 {
		return ""
	}
	slices.Sort(fresh)
	return what + strings.Join(fresh, ", ")
}

func manifestOf(text []byte) (map[string]json.RawMessage, bool) {
	var m map[string]json.RawMessage
	err := json.Unmarshal(bytes.TrimPrefix(text, bom), &m)
	return m, err == nil
}
