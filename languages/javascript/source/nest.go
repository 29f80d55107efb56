package source

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// What NestJS makes of a main file: an application that answers requests, or a
// microservice that takes messages from a broker. One of the default transport listens
// on a port all the same. https://docs.nestjs.com/microservices/basics
const (
	nestAnswers language.Pattern = `\bNestFactory\.create\s*(?:<[^(]{0,80}>)?\(`
	nestWaits   language.Pattern = `\bNestFactory\.createMicroservice\s*(?:<[^(]{0,80}>)?\([\s\S]{0,400}?\bTransport\.(?:RMQ|NATS|REDIS|KAFKA|MQTT)\b`
)

// TakesMessages reports whether a main file of NestJS makes a program that takes
// messages and answers no requests.
func TakesMessages(text string) bool {
	return strings.Contains(text, "NestFactory") && !nestAnswers.Matches(text) && nestWaits.Matches(text)
}

// NestMain finds where nest build puts the compiled main file: dist/main.js, deeper where
// the compiler takes in more than src.
func NestMain(f *language.Folder, pkg npm.Package) string {
	main := "dist/main"
	if ts, ok := language.Parse(f, "tsconfig.json", npm.ParseTSConfig); ok && ts.OutDir != "" {
		main = path.Clean(ts.OutDir) + "/main"
	}
	for _, n := range []string{"start:production", "start:prod"} {
		words, ok := ShellWords(pkg.Script(n))
		if at := slices.Index(words, "node"); ok && at >= 0 && at+1 < len(words) {
			main = words[len(words)-1]
		}
	}
	return nestDeeper(f, main)
}

// NestWords corrects a start by a script that names a main file which nest build puts a
// folder deeper.
func NestWords(f *language.Folder, pkg npm.Package, words []string) []string {
	last := len(words) - 1
	if last < 1 || words[0] != "node" || strings.TrimSuffix(path.Base(words[last]), ".js") != "main" || !strings.Contains(pkg.Script("build"), "nest build") {
		return words
	}
	return append(slices.Clone(words[:last]), nestDeeper(f, words[last]))
}

func nestDeeper(f *language.Folder, main string) string {
	if folder := nestFolder(f); folder != "" && path.Base(path.Dir(main)) != folder {
		return path.Join(path.Dir(main), folder, path.Base(main))
	}
	return main
}

// nestFolder is the folder below the output into which nest build puts what lies in src:
// the compiler repeats there what its files' paths do not have in common, so that one
// file beside src makes it dist/src/main.js. "" where it puts it into the output itself,
// and where another builder than the compiler writes one file.
// https://www.typescriptlang.org/tsconfig/#rootDir, https://docs.nestjs.com/cli/monorepo
func nestFolder(f *language.Folder) string {
	cli, _ := f.Text("nest-cli.json")
	if nestBundles.Matches(cli) {
		return ""
	}
	settings := compilerFiles(f)
	if settings.RootDir != "" || len(settings.Files) > 0 {
		return ""
	}
	for _, file := range f.Reader().Index.Under(f.Path) {
		name := f.Rel(file.Path)
		if typed := path.Ext(name); typed != ".ts" && typed != ".tsx" || strings.HasSuffix(name, ".d.ts") || strings.HasPrefix(name, "src/") {
			continue
		}
		if len(settings.Include) > 0 && !covers(settings.Include, name) || covers(settings.Exclude, name) {
			continue
		}
		return "src"
	}
	return ""
}

// nestBundles matches settings of nest's own command line under which something else
// than the compiler builds, or lays out what it builds.
const nestBundles language.Pattern = `"webpack"\s*:\s*true|"builder"\s*:|"monorepo"\s*:\s*true|"sourceRoot"\s*:\s*"(?:[^s"]|s[^r"])`

// compilerFiles are the settings that nest build hands to the compiler, with which files
// it compiles: those of tsconfig.build.json, else what that extends.
func compilerFiles(f *language.Folder) npm.TSConfig {
	base, _ := language.Parse(f, "tsconfig.json", npm.ParseTSConfig)
	own, ok := language.Parse(f, "tsconfig.build.json", npm.ParseTSConfig)
	if !ok {
		return base
	}
	own.RootDir = cmp.Or(own.RootDir, base.RootDir)
	if own.Include == nil && own.Files == nil {
		own.Include, own.Files = base.Include, base.Files
	}
	if own.Exclude == nil {
		own.Exclude = base.Exclude
	}
	return own
}

// covers reports whether any of the compiler's patterns takes a file in.
// https://www.typescriptlang.org/tsconfig/#include
func covers(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		p = strings.TrimPrefix(p, "./")
		if rest, anywhere := strings.CutPrefix(p, "**/"); anywhere {
			return slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool {
				ok, err := path.Match(rest, part)
				return ok || err != nil
			})
		}
		p = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(p, "/"), "/**/*"), "/**")
		if ok, err := path.Match(p, name); ok || err != nil || p == "**/*" || p == "." {
			return true
		}
		return strings.HasPrefix(name, p+"/")
	})
}
