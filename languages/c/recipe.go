package c

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/language/debian"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

// start runs the first program that the build file makes.
func start(p *language.Project) finding.Finding[language.Start] {
	if p.Claim.System == "gcc" {
		return finding.Of(language.Start{Command: []string{"/app/bin/app"}}, finding.Guess, p.Claim.Why...)
	}
	targets := programsOf(p.Folder, p.Claim.System)
	if len(targets) == 0 {
		return finding.Finding[language.Start]{}
	}
	confidence := finding.Certain
	if len(targets) > 1 || p.Claim.System == "make" {
		confidence = finding.Likely
	}
	found := finding.Of(language.Start{Command: []string{"/app/bin/" + targets[0].name}}, confidence, targets[0].why)
	for _, t := range targets[1:] {
		found.Alternatives = append(found.Alternatives, finding.Alternative{Value: "/app/bin/" + t.name, Confidence: finding.Guess, Evidence: t.why})
	}
	return found
}

// recipe builds and runs on the same Debian, so that the libraries that
// are linked are the ones that are there.
func recipe(p *language.Project) language.Recipe {
	r := language.Recipe{
		Build:   universalbuild.Build{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Runtime: universalbuild.Runtime{BaseImage: "debian:bookworm-slim", Workdir: "/app", Environment: map[string]string{}},
		Why:     []language.Reason{{Field: "/build/base_image", Confidence: finding.Likely, Evidence: p.Claim.Why[0]}},
	}
	r.Build.SystemPackages = []string{"build-essential"}
	r.Runtime.SystemPackages = []string{"libstdc++6"}
	if p.Language.ID == "c" {
		r.Runtime.SystemPackages = nil
	}
	packages(p, &r)
	targets := programsOf(p.Folder, p.Claim.System)
	name := "app"
	switch {
	case p.Claim.System == "gcc":
		compileBare(p, &r)
	case len(targets) > 0:
		name = targets[0].name
		compile(p, targets[0], &r)
	}
	r.Build.Artifacts = append([]string{"/out/" + name}, r.Build.Artifacts...)
	r.Runtime.Copy = append([]universalbuild.Copy{{From: "/out/" + name, To: "bin/" + name}}, r.Runtime.Copy...)
	var texts []string
	for _, file := range sourcesOf(p.Folder, true) {
		content, _ := p.Text(file)
		texts = append(texts, content)
	}
	binary.TakeAssets(p, ".", texts, &r)
	sort.Strings(r.Build.SystemPackages)
	r.Build.SystemPackages = slices.Compact(r.Build.SystemPackages)
	return r
}

// packages turns the libraries that are asked for into Debian's names.
// What is fetched by Conan or FetchContent is built from source instead.
func packages(p *language.Project, r *language.Recipe) {
	for _, d := range p.Deps {
		if p.Claim.PackageManager == "conan" && strings.Contains(d.Path, "conanfile") {
			continue
		}
		build, runtime := debian.Library(d.Name)
		if len(build) == 0 {
			continue
		}
		r.Build.SystemPackages = append(r.Build.SystemPackages, build...)
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, runtime...)
		r.Why = append(r.Why, language.Reason{
			Field: "/build/system_packages", Confidence: finding.Likely,
			Evidence: finding.Evidence{Rule: "cpp.library", Path: d.Path, Line: d.Line, Excerpt: ""},
		})
	}
	sort.Strings(r.Runtime.SystemPackages)
	r.Runtime.SystemPackages = slices.Compact(r.Runtime.SystemPackages)
}

func compile(p *language.Project, t program, r *language.Recipe) {
	need := func(packages ...string) { r.Build.SystemPackages = append(r.Build.SystemPackages, packages...) }
	take := func(command, from string) {
		r.Build.BuildCommands = append(r.Build.BuildCommands, fmt.Sprintf("%s && mkdir -p /out && cp %s /out/%s", command, language.ShellWord(from), t.name))
	}
	switch p.Claim.System {
	case "cmake":
		need("cmake", "ninja-build", "pkg-config")
		cmakeCompile(p, t, r)
	case "meson":
		need("meson", "ninja-build", "pkg-config")
		r.Build.BuildCommands = []string{"meson setup builddir --buildtype=release"}
		take("meson compile -C builddir", t.output)
	case "bazel":
		bazelCompile(p, t, r)
	case "autotools":
		need("autoconf", "automake", "libtool", "pkg-config")
		r.Build.BuildCommands = []string{"autoreconf -fi && ./configure"}
		take(`make -j"$(nproc)"`, t.output)
	case "make":
		content, _ := p.Text(makeFile(p.Folder))
		if strings.Contains(content, "pkg-config") {
			need("pkg-config")
		}
		if strings.Contains(content, "clang") {
			need("clang")
		}
		command := `make -j"$(nproc)"`
		if t.target != "" { // else a Makefile below builds it
			command += " " + language.ShellWord(t.target)
		}
		take(command, t.output)
	}
}

func cmakeCompile(p *language.Project, t program, r *language.Recipe) {
	need := func(packages ...string) { r.Build.SystemPackages = append(r.Build.SystemPackages, packages...) }
	cmake, _ := language.Parse(p.Folder, "CMakeLists.txt", nativebuild.ParseCMake)
	configure := "cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release"
	if p.Claim.PackageManager == "conan" {
		need("python3-pip")
		r.Build.CachePaths = append(r.Build.CachePaths, "/root/.conan2", "/root/.cache/pip")
		r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "pip3 install --break-system-packages 'conan==2.*' && conan profile detect --force")
		configure = "conan install . --output-folder=build --build=missing -s build_type=Release && " + configure + " -DCMAKE_TOOLCHAIN_FILE=build/conan_toolchain.cmake"
	}
	if cmakeTooNew(cmake) {
		need("python3-pip")
		r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "pip3 install --break-system-packages cmake")
	}
	from := t.output
	if from == "" {
		from = path.Join("/out", t.name)
		configure += " -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=/out"
	}
	shared := false
	for _, dir := range cmakeFiles(p.Folder) {
		file, _ := language.Parse(p.Sub(dir), "CMakeLists.txt", nativebuild.ParseCMake)
		for _, c := range file.Commands {
			switch c.Name {
			case "add_library":
				shared = shared || slices.Contains(c.Args, "SHARED")
			case "fetchcontent_declare", "externalproject_add", "cpmaddpackage":
				need("ca-certificates", "git")
			}
		}
	}
	if shared {
		configure += " -DCMAKE_LIBRARY_OUTPUT_DIRECTORY=/out/lib"
		r.Build.Artifacts = append(r.Build.Artifacts, "/out/lib")
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: "/out/lib", To: "lib"})
		r.Runtime.Environment["LD_LIBRARY_PATH"] = "/app/lib"
	}
	build := "cmake --build build --target " + language.ShellWord(t.target)
	if from != path.Join("/out", t.name) {
		build += " && mkdir -p /out && cp " + language.ShellWord(from) + " /out/" + t.name
	}
	r.Build.BuildCommands = []string{configure, build}
}

// cmakeTooNew reports whether more than Debian 12's CMake 3.25 is asked for.
func cmakeTooNew(cmake nativebuild.CMake) bool {
	for _, c := range cmake.Named("cmake_minimum_required") {
		if len(c.Args) < 2 || c.Args[0] != "VERSION" {
			continue
		}
		version, _, _ := strings.Cut(c.Args[1], "...")
		major, rest, _ := strings.Cut(version, ".")
		minor, _, _ := strings.Cut(rest, ".")
		m, _ := strconv.Atoi(major)
		n, _ := strconv.Atoi(minor)
		return m > 3 || m == 3 && n > 25
	}
	return false
}

// bazelCompile lets Bazelisk fetch the Bazel that the project asks for. One
// with a WORKSPACE alone needs Bazel 7, the last that reads it by default.
func bazelCompile(p *language.Project, t program, r *language.Recipe) {
	const bazelisk = "https://github.com/bazelbuild/bazelisk/releases/download/v1.25.0/bazelisk-linux-$(dpkg --print-architecture)"
	r.Build.SystemPackages = append(r.Build.SystemPackages, "ca-certificates", "curl", "git", "python3", "unzip", "zip")
	r.Build.CachePaths = []string{"/root/.cache/bazel", "/root/.cache/bazelisk"}
	if !p.Has(".bazelversion") {
		r.Build.Environment["USE_BAZEL_VERSION"] = "8.x"
		if !p.Has("MODULE.bazel") {
			r.Build.Environment["USE_BAZEL_VERSION"] = "7.x"
		}
	}
	r.Build.PreBuildCommands = []string{"curl -fsSL -o /usr/local/bin/bazel " + bazelisk + " && chmod +x /usr/local/bin/bazel"}
	r.Build.BuildCommands = []string{fmt.Sprintf("bazel build -c opt %s && mkdir -p /out && cp -L %s /out/%s",
		language.ShellWord(t.target), language.ShellWord(t.output), t.name)}
}

func compileBare(p *language.Project, r *language.Recipe) {
	compiler, glob := "gcc -O2 -o /out/app", "*.c"
	if p.Language.ID == "cpp" {
		compiler = "g++ -O2 -std=c++17 -o /out/app"
		seen := map[string]bool{}
		for _, name := range p.Files() {
			switch ext := path.Ext(name); ext {
			case ".cpp", ".cc", ".cxx", ".c++":
				seen["*"+ext] = true
			}
		}
		glob = strings.Join(slices.Sorted(maps.Keys(seen)), " ")
	}
	r.Build.BuildCommands = []string{"mkdir -p /out && " + compiler + " " + glob + " -lpthread"}
}
