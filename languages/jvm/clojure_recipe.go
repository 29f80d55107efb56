package jvm

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/clojars"
	"aipack/backend/universalbuild"
)

// clojureBuild is how a project's uberjar is made; "" where the sources run as
// they are.
func clojureBuild(p *language.Project) string {
	if p.Claim.System == "leiningen" {
		lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
		for _, plugin := range lein.Plugins {
			if plugin.Name == "lein-ring" && lein.RingHandler.Text != "" {
				return "lein ring uberjar"
			}
		}
		return "lein uberjar"
	}
	deps, _ := language.Parse(p.Folder, "deps.edn", clojars.ParseDeps)
	for _, a := range deps.Aliases {
		if a.Namespace == "build" && p.Has("build.clj") || a.Name == "build" && p.Has("build.clj") {
			content, _ := p.Text("build.clj")
			return "clojure -T:" + a.Name + " " + clojureTask(content)
		}
	}
	for _, a := range deps.Aliases {
		if a.Function != "" && (strings.Contains(a.Function, "uber") || strings.HasPrefix(a.Name, "uber")) {
			return "clojure -X:" + a.Name
		}
		if strings.HasPrefix(a.Name, "uber") && len(a.MainOptions) > 0 {
			return "clojure -M:" + a.Name
		}
	}
	return ""
}

func clojureStart(p *language.Project) finding.Finding[language.Start] {
	main, where := clojureMain(p)
	build := clojureBuild(p)
	command := []string{"java", "-jar", "app.jar"}
	switch {
	case main == "" && build == "lein ring uberjar":
		where = p.At("clojure.ring", "project.clj", ":handler")
	case main == "":
		return finding.Finding[language.Start]{}
	case build == "":
		command = []string{"java", "-cp", "src:resources:lib/*", "clojure.main", "-m", main}
	case build != "lein ring uberjar" && !clojureCompiled(p, main):
		command = []string{"java", "-cp", "app.jar", "clojure.main", "-m", main}
	}
	return finding.Of(language.Start{Command: command}, finding.Certain, where)
}

// clojureRecipe makes an uberjar, or takes sources and jars side by side.
func clojureRecipe(p *language.Project) language.Recipe {
	level := jdkImage(max(jdkLevel(p.Version.Value), 8), true)
	jdkWarn(p, jdkLevel(p.Version.Value), level)
	tool, file, fetch := "tools-deps", "deps.edn", "clojure -P"
	if p.Claim.System == "leiningen" {
		tool, file, fetch = "lein", "project.clj", "lein deps"
	}
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: fmt.Sprintf("clojure:temurin-%d-%s-bookworm", level, tool), Workdir: "/app", Environment: map[string]string{},
			Manifests: []string{file}, PreBuildCommands: []string{fetch}, CachePaths: []string{"/root/.m2"},
		},
		Runtime: universalbuild.Runtime{
			BaseImage: fmt.Sprintf("eclipse-temurin:%d-jre", level), Workdir: "/app",
			Environment: map[string]string{"JAVA_TOOL_OPTIONS": "-XX:MaxRAMPercentage=75.0"},
		},
	}
	if toolStart(p, "lein", "clojure", "clj") {
		return clojureToolRecipe(r)
	}
	build := clojureBuild(p)
	if build == "" {
		clojureSideBySide(p, &r)
		return r
	}
	lein, _ := language.Parse(p.Folder, "project.clj", clojars.ParseLeiningen)
	pattern := "*-standalone.jar"
	switch {
	case lein.UberjarName != "":
		pattern = path.Base(lein.UberjarName)
	case p.Claim.System != "leiningen":
		pattern = "*.jar"
	}
	r.Build.BuildCommands = []string{build + " && find target -name '" + strings.ReplaceAll(pattern, "'", "") + `' -exec cp {} app.jar \;`}
	r.Build.Artifacts = []string{"app.jar"}
	r.Runtime.Copy = []universalbuild.Copy{{From: "app.jar", To: "app.jar"}}
	return r
}

// clojureSideBySide copies the jars of the class path beside the sources.
func clojureSideBySide(p *language.Project, r *language.Recipe) {
	deps, _ := language.Parse(p.Folder, "deps.edn", clojars.ParseDeps)
	r.Build.BuildCommands = []string{`mkdir -p lib resources && clojure -Spath | tr ':' '\n' | grep '\.jar$' | xargs -I{} cp {} lib/`}
	r.Build.Artifacts = []string{"lib"}
	r.Runtime.Copy = []universalbuild.Copy{{From: "lib", To: "lib"}}
	for _, dir := range append([]string{"src", "resources"}, deps.Paths...) {
		if p.HasDir(dir) && !slices.Contains(r.Build.Artifacts, dir) {
			r.Build.Artifacts = append(r.Build.Artifacts, dir)
			r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: dir, To: dir})
		}
	}
}

// toolStart reports whether the start command, a Procfile's for one, runs a
// build tool instead of a program that was built.
func toolStart(p *language.Project, tools ...string) bool {
	words := p.Start.Value.Command
	if len(words) == 3 && words[0] == "sh" && words[1] == "-c" {
		words = strings.Fields(strings.TrimPrefix(words[2], "exec "))
	}
	for len(words) > 0 && strings.Contains(words[0], "=") {
		words = words[1:]
	}
	return len(words) > 0 && slices.Contains(tools, path.Base(words[0]))
}

// clojureToolRecipe keeps the tool and what it downloaded in the image, in
// folders that the program's user can read.
func clojureToolRecipe(r language.Recipe) language.Recipe {
	home := map[string]string{"JAVA_TOOL_OPTIONS": "-Duser.home=/app", "LEIN_HOME": "/app/.lein"}
	r.Build.CachePaths = nil
	for k, v := range home {
		r.Build.Environment[k] = v
		r.Runtime.Environment[k] = v
	}
	r.Runtime.BaseImage = r.Build.BaseImage
	r.Build.Artifacts = []string{"."}
	r.Runtime.Copy = []universalbuild.Copy{{From: ".", To: "."}}
	return r
}

const clojureTasks = language.Pattern(`(?m)^\(defn\s+(uber|uberjar|ci)\b`)

// clojureTask names the function of build.clj that makes the jar: uber and
// uberjar are usual, and ci where it does all (tools.build's guide).
func clojureTask(content string) string {
	found := map[string]bool{}
	for _, m := range clojureTasks.Regexp().FindAllStringSubmatch(content, 20) {
		found[m[1]] = true
	}
	for _, name := range []string{"uber", "uberjar", "ci"} {
		if found[name] {
			return name
		}
	}
	return "uber"
}
