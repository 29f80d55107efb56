package c

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/nativebuild"
	"aipack/backend/universalbuild"
)

// buildSystem is a build system seen in a folder, with the file that says so.
type buildSystem struct {
	id   string
	file string
	why  finding.Evidence
}

// systemsIn lists the build systems of a folder that build C or C++,
// strongest first. A build file that only adds to one above is none.
func systemsIn(f *language.Folder) []buildSystem {
	return language.Once(f, "cpp.systems", func() []buildSystem { return findSystems(f) })
}

func findSystems(f *language.Folder) []buildSystem {
	var out []buildSystem
	add := func(id, file string, why finding.Evidence) { out = append(out, buildSystem{id, file, why}) }
	if cmake, ok := language.Parse(f, "CMakeLists.txt", nativebuild.ParseCMake); ok && cmakeRoot(f, cmake) {
		add("cmake", "CMakeLists.txt", f.At("cpp.cmake", "CMakeLists.txt", "project"))
	}
	if calls, ok := language.Parse(f, "meson.build", nativebuild.ParseMeson); ok {
		for _, c := range calls {
			if c.Name == "project" {
				add("meson", "meson.build", f.Evidence("cpp.meson", "meson.build", c.Line, "project("))
				break
			}
		}
	}
	if file := f.FirstOf("MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel"); file != "" && len(bazelBinaries(f)) > 0 {
		add("bazel", file, f.Evidence("cpp.bazel", file, 0, ""))
	}
	if f.Has("configure.ac") {
		add("autotools", "configure.ac", f.Evidence("cpp.autotools", "configure.ac", 0, ""))
	}
	if file := f.FirstOf("GNUmakefile", "makefile", "Makefile"); file != "" && len(out) == 0 && makeCompiles(f, file) {
		add("make", file, f.Evidence("cpp.make", file, 0, ""))
	}
	return out
}

// cmakeRoot reports whether a CMakeLists.txt stands for itself: it names
// a project, and none above takes it in with add_subdirectory.
func cmakeRoot(f *language.Folder, cmake nativebuild.CMake) bool {
	if len(cmake.Named("project")) == 0 {
		return false
	}
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		above, ok := language.Parse(at, "CMakeLists.txt", nativebuild.ParseCMake)
		if !ok {
			continue
		}
		for _, c := range above.Named("add_subdirectory") {
			if len(c.Args) > 0 && at.Join(above.Expand(c.Args[0])) == f.Path {
				return false
			}
		}
		return true
	}
	return true
}

const makeCompiler = language.Pattern(`(?m)\$[({](?:CC|CXX)[)}]|\b(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+)\s+-|^\s*(?:CC|CXX)\s*[:?]?=`)

// makeCompiles tells a Makefile that compiles C or C++ from one that only
// collects commands, as projects of every language have.
func makeCompiles(f *language.Folder, file string) bool {
	content, _ := f.Text(file)
	return makeCompiler.Regexp().MatchString(content) || len(sourcesOf(f, false)) > 0 && !strings.Contains(content, "go build") && f.FirstOf(
		"go.mod", "package.json", "Cargo.toml", "pyproject.toml", "setup.py") == ""
}

// asideDir names folders whose sources are not the program.
func asideDir(name string) bool {
	switch name {
	case "test", "tests", "testing", "unittest", "unittests", "example", "examples", "sample", "samples",
		"demo", "demos", "benchmark", "benchmarks", "bench", "third_party", "thirdparty", "3rdparty", "external",
		"extern", "deps", "doc", "docs", "fuzz",
		"submodules", "_deps", "subprojects":
		return true
	}
	return false
}

// sourcesOf lists C and C++ sources of a folder and what lies below it,
// those of tests and third parties left out.
func sourcesOf(f *language.Folder, headers bool) []string {
	return language.Once(f, "cpp.sources"+strconv.FormatBool(headers), func() []string { return findSources(f, headers) })
}

func findSources(f *language.Folder, headers bool) []string {
	const most = 600
	var out []string
	for _, file := range f.Reader().Index.Under(f.Path) {
		rel := f.Rel(file.Path)
		switch ext := strings.ToLower(path.Ext(rel)); ext {
		case ".c", ".cc", ".cpp", ".cxx", ".c++":
		case ".h", ".hh", ".hpp", ".hxx":
			if !headers {
				continue
			}
		default:
			continue
		}
		if aside(path.Dir(rel)) {
			continue
		}
		if out = append(out, rel); len(out) == most {
			break
		}
	}
	return out
}

func aside(dir string) bool {
	for _, part := range strings.Split(dir, "/") {
		if asideDir(strings.ToLower(part)) || strings.HasPrefix(part, ".") && part != "." {
			return true
		}
	}
	return false
}

// isCPP decides between C and C++ by what most of the sources are.
func isCPP(sources []string) bool {
	c, cpp := 0, 0
	for _, s := range sources {
		if strings.ToLower(path.Ext(s)) == ".c" {
			c++
		} else {
			cpp++
		}
	}
	return cpp > 0 && cpp*2 >= c
}

// claim takes a folder with a build file for C or C++, or one of bare
// sources with a main function and no build file at all.
func claim(f *language.Folder, cpp bool) (language.Claim, bool) {
	systems := systemsIn(f)
	if len(systems) == 0 {
		return bareClaim(f, cpp)
	}
	sources := sourcesOf(f, false)
	if len(sources) == 0 || isCPP(sources) != cpp || inside(f, systems[0].id) {
		return language.Claim{}, false
	}
	first := systems[0]
	claim := language.Claim{System: first.id, Name: nameOf(f, first), Confidence: finding.Certain, Why: []finding.Evidence{first.why}}
	if first.id == "make" {
		claim.Confidence = finding.Likely
	}
	for _, other := range systems[1:] {
		claim.Alternatives = append(claim.Alternatives, finding.Alternative{Value: other.id, Confidence: finding.Guess, Evidence: other.why})
	}
	switch {
	case f.FirstOf("conanfile.txt", "conanfile.py") != "":
		claim.PackageManager = "conan"
	case f.Has("vcpkg.json"):
		claim.PackageManager = "vcpkg"
	}
	role(f, &claim)
	return claim, true
}

// inside reports whether a folder above builds this one: a Makefile or
// configure.ac below another is a part of it.
func inside(f *language.Folder, system string) bool {
	if system != "make" && system != "autotools" && system != "meson" {
		return false
	}
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		if len(systemsIn(at)) > 0 {
			return true
		}
	}
	return false
}

const mainFunction = language.Pattern(`(?m)^\s*(?:extern\s+"C"\s+)?(?:static\s+)?(?:int|void|auto)\s+main\s*\(`)

// bareClaim takes sources without a build file: they are compiled
// together, which is a guess.
func bareClaim(f *language.Folder, cpp bool) (language.Claim, bool) {
	file := bareMain(f, cpp)
	if file == "" || f.FirstOf("CMakeLists.txt", "meson.build", "Makefile", "configure.ac", "BUILD", "BUILD.bazel") != "" {
		return language.Claim{}, false
	}
	for at := f; !at.IsRoot(); {
		at = at.Sub("..")
		if at.FirstOf("CMakeLists.txt", "meson.build", "Makefile", "configure.ac", "MODULE.bazel", "WORKSPACE") != "" {
			return language.Claim{}, false
		}
	}
	claim := language.Claim{System: "gcc", Confidence: finding.Unsure, Why: []finding.Evidence{f.At("cpp.main_without_build_file", file, "main")}}
	claim.Warnings = []universalbuild.Warning{{
		Code: "manifest_missing", Path: f.Join(file),
		Message: "there is no build file: all sources of the folder are compiled together",
		Fix:     "add a CMakeLists.txt that names the program and its sources",
	}}
	role(f, &claim)
	return claim, true
}

func bareMain(f *language.Folder, cpp bool) string {
	for _, name := range f.Files() {
		ext := strings.ToLower(path.Ext(name))
		isCPP := ext == ".cpp" || ext == ".cc" || ext == ".cxx" || ext == ".c++"
		if ext != ".c" && !isCPP || isCPP != cpp {
			continue
		}
		if content, _ := f.Text(name); mainFunction.Regexp().MatchString(content) {
			return name
		}
	}
	return ""
}

const (
	listensPattern = language.Pattern(`\blisten\s*\(\s*\w+\s*,|\bacceptor\b|\basync_accept\(|\bcrow::|\bdrogon::app\(\)|\bdrogon::HttpAppFramework|\bhttplib::(?:SSL)?Server\b|\bPistache::Http::Endpoint|\bHttp::Endpoint\b|\bhttp_listener\b|\bServerBuilder\b|\bmg_http_listen\(|\bmg_bind\(|\bmg_start\(|\bMHD_start_daemon\(|\bevhttp_bind|\bevhttp_new\(|\buv_listen\(|\buWS::|\bHTTPServer\b|\bQHttpServer\b|\bQTcpServer\b|\blws_create_context\(|\boatpp::network::Server\b|\bWServer\b|\brecvfrom\s*\(|\bulfius_start_framework\(`)
	loop           = language.Pattern(`\bwhile\s*\(\s*(?:true|1|running|!\s*stop\w*|keep_?running)\s*\)|\bfor\s*\(\s*;\s*;\s*\)`)
	waitsPattern   = language.Pattern(`\bmosquitto_loop_forever\(|\bdpp::cluster\b|\bTgBot::`)
)

func role(f *language.Folder, claim *language.Claim) {
	listens, waits, starts := finding.Evidence{}, finding.Evidence{}, finding.Evidence{}
	for _, file := range sourcesOf(f, true) {
		content, _ := f.Text(file)
		if listens.Rule == "" {
			listens = f.AtCode("cpp.listens", file, content, listensPattern)
		}
		if waits.Rule == "" {
			waits = f.AtCode("cpp.runs_for_ever", file, content, waitsPattern)
		}
		if waits.Rule == "" {
			waits = f.AtLoop("cpp.runs_for_ever", file, content, loop, "sleep(", "sleep_for(", "sleep_until(", "poll(", "epoll_wait(", "mosquitto_loop(")
		}
		if starts.Rule == "" {
			starts = f.AtCode("cpp.main", file, content, mainFunction)
		}
	}
	switch {
	case claim.System == "cmake" && cmakeIsLibrary(f):
		claim.Role, claim.RoleWhy = language.Library, claim.Why[0]
	case claim.System != "gcc" && len(programsOf(f, claim.System)) == 0, starts.Rule == "" && listens.Rule == "":
		claim.Role, claim.RoleWhy = language.Library, claim.Why[0]
	case listens.Rule != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Web, listens
	case waits.Rule != "":
		claim.Role, claim.Kind, claim.RoleWhy = language.Service, universalbuild.Worker, waits
	default:
		claim.Role, claim.Kind, claim.RoleWhy = language.Program, universalbuild.CLI, starts
	}
}

// cmakeIsLibrary reports whether a project installs a package for others to
// find, which programs do not. Its executables are tools beside it.
func cmakeIsLibrary(f *language.Folder) bool {
	cmake, _ := language.Parse(f, "CMakeLists.txt", nativebuild.ParseCMake)
	if len(cmake.Named("add_library")) == 0 {
		return false
	}
	for _, c := range cmake.Commands {
		switch {
		case c.Name == "configure_package_config_file", c.Name == "write_basic_package_version_file":
			return true
		case c.Name == "install" && len(c.Args) > 0 && (c.Args[0] == "EXPORT" || slices.Contains(c.Args, "EXPORT")):
			return true
		}
	}
	return false
}

func nameOf(f *language.Folder, system buildSystem) string {
	name := ""
	switch system.id {
	case "cmake":
		cmake, _ := language.Parse(f, "CMakeLists.txt", nativebuild.ParseCMake)
		name = cmake.Expand("${PROJECT_NAME}")
	case "meson":
		calls, _ := language.Parse(f, "meson.build", nativebuild.ParseMeson)
		for _, c := range calls {
			if c.Name == "project" && name == "" {
				name = c.First()
			}
		}
	case "bazel":
		calls, _ := language.Parse(f, "MODULE.bazel", nativebuild.ParseStarlark)
		for _, c := range calls {
			if c.Name == "module" && name == "" {
				name = c.Named("name")
			}
		}
	}
	if strings.ContainsAny(name, "${}/ ") {
		return ""
	}
	return name
}
