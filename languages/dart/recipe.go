package dart

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/nginx"
	"aipack/backend/manifest/pubspec"
	"aipack/backend/universalbuild"
)

func start(p *language.Project) finding.Finding[language.Start] {
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	main := mainOf(p.Folder, pub)
	switch {
	case p.Claim.Kind == universalbuild.Static || p.Claim.Role == language.Library:
		return finding.Finding[language.Start]{}
	case frog(pub):
		return finding.Of(language.Start{Command: []string{"/app/bin/server"}}, finding.Certain, p.At("dart.frog", "pubspec.yaml", "dart_frog"))
	case main == "":
		return finding.Finding[language.Start]{}
	}
	command := []string{"/app/bin/" + binaryName(main)}
	if p.Framework.Value == "Serverpod" {
		command = append(command, "--mode", "production")
	}
	return finding.Of(language.Start{Command: command}, finding.Certain, p.At("dart.main", main, "main("))
}

func binaryName(main string) string {
	return binary.FileName(strings.TrimSuffix(path.Base(main), ".dart"))
}

// image names the official image, which stands on Debian. They start with
// Dart 2.14.
func image(version string) string {
	major, rest, _ := strings.Cut(version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	m, _ := strconv.Atoi(major)
	n, _ := strconv.Atoi(minor)
	if m < 2 || m == 2 && n < 14 || m > 9 || n > 99 {
		return "dart:2.19"
	}
	return fmt.Sprintf("dart:%d.%d", m, n)
}

func recipe(p *language.Project) language.Recipe {
	pub, _ := language.Parse(p.Folder, "pubspec.yaml", pubspec.Parse)
	if p.Claim.Kind == universalbuild.Static {
		return flutterRecipe(p)
	}
	var local []*language.Folder
	for _, d := range pub.Dependencies {
		if d.Path != "" {
			local = append(local, p.Sub(d.Path))
		}
	}
	base := p.ContextAround(local...)
	dir := language.Below(base.Path, p.Path)
	in := ""
	if dir != "." {
		in = "cd " + language.ShellWord(dir) + " && "
	}
	r := language.Recipe{
		Build: universalbuild.Build{
			BaseImage: image(p.Version.Value), Workdir: "/app", Environment: map[string]string{},
			CachePaths: []string{"/root/.pub-cache"},
		},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: p.Version.Confidence, Evidence: p.At("dart.sdk", "pubspec.yaml", "sdk:")}},
	}
	if base.Path != p.Path {
		r.Build.Context = base.Path
	}
	if dir == "." && len(local) == 0 {
		r.Build.Manifests = []string{"pubspec.yaml"}
		if p.Has("pubspec.lock") {
			r.Build.Manifests = []string{"pubspec.lock", "pubspec.yaml"}
		}
		r.Build.PreBuildCommands = []string{"dart pub get"}
	}
	r.Build.BuildCommands = []string{in + "dart pub get"}
	for _, d := range pub.Dependencies {
		if d.Name == "build_runner" {
			r.Build.BuildCommands = append(r.Build.BuildCommands, in+"dart run build_runner build --delete-conflicting-outputs")
		}
	}
	main := mainOf(p.Folder, pub)
	name := binaryName(main)
	if frog(pub) {
		main, name = "build/bin/server.dart", "server"
		r.Build.BuildCommands = append(r.Build.BuildCommands,
			in+"dart pub global activate dart_frog_cli && dart pub global run dart_frog_cli:dart_frog build && cd build && dart pub get")
	}
	r.Build.BuildCommands = append(r.Build.BuildCommands, fmt.Sprintf("%smkdir -p /out && dart compile exe %s -o /out/%s", in, language.ShellWord(main), name))
	binary.Take(p, &r, name)
	runtimeNeeds(p, dir, &r)
	return r
}

func runtimeNeeds(p *language.Project, dir string, r *language.Recipe) {
	var texts []string
	for _, file := range append(p.Glob("bin/**/*.dart"), p.Glob("lib/**/*.dart")...) {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	for _, d := range p.Deps {
		if d.Name == "http" || d.Name == "dio" || d.Name == "postgres" {
			r.Runtime.SystemPackages = []string{"ca-certificates"}
		}
	}
	if p.Framework.Value == "Serverpod" {
		texts = append(texts, `"./config"`, `"./web"`, `"./migrations"`)
	}
	binary.TakeAssets(p, dir, texts, r)
}

// flutterRecipe builds a Flutter project for the browser. There is no official
// image; this one is the community's, with the stable channel.
func flutterRecipe(p *language.Project) language.Recipe {
	return language.Recipe{
		Static: true,
		Build: universalbuild.Build{
			BaseImage: "ghcr.io/cirruslabs/flutter:stable", Workdir: "/app", Environment: map[string]string{},
			CachePaths:    []string{"/root/.pub-cache"},
			BuildCommands: []string{"flutter pub get && flutter build web --release"},
			Artifacts:     []string{"build/web"},
		},
		Runtime: nginx.Runtime(p, "build/web", true),
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: finding.Guess, Evidence: p.At("dart.flutter", "pubspec.yaml", "flutter")}},
	}
}
