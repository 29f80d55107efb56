package c

import (
	"cmp"
	"path"
	"slices"
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/makefile"
	"aipack/backend/manifest/nativebuild"
)

// program is one program that a build file makes.
type program struct {
	name   string // the binary's file name
	target string // what the build system calls it
	output string // where the build leaves it, relative to the project's folder; "" where the recipe says where
	dir    string // of the build file
	why    finding.Evidence
}

// programsOf lists the programs of a project, the one to run first.
func programsOf(f *language.Folder, system string) []program {
	return language.Once(f, "cpp.targets."+system, func() []program { return findPrograms(f, system) })
}

func findPrograms(f *language.Folder, system string) []program {
	var out []program
	switch system {
	case "cmake":
		out = cmakeTargets(f)
	case "meson":
		out = mesonTargets(f)
	case "bazel":
		out = bazelBinaries(f)
	case "make":
		out = makeTargets(f)
	case "autotools":
		out = automakeTargets(f)
	}
	var kept []program
	for _, t := range out {
		if t.name != "" && binary.FileName(t.name) == t.name && !testName(t.name) {
			kept = append(kept, t)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool { return rank(f, kept[i]) < rank(f, kept[j]) })
	return kept
}

func rank(f *language.Folder, t program) int {
	if t.name == f.Name() {
		return -1
	}
	return binary.Rank(strings.ToLower(t.name))
}

func testName(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"test", "bench", "example", "fuzz", "demo"} {
		if strings.HasPrefix(name, word) || strings.HasSuffix(name, word) || strings.HasSuffix(name, word+"s") {
			return true
		}
	}
	return false
}

// cmakeFiles lists the folders whose CMakeLists.txt make up a project: its
// own and what add_subdirectory takes in.
func cmakeFiles(f *language.Folder) []string {
	const most = 64
	out, seen := []string{"."}, map[string]bool{".": true}
	for i := 0; i < len(out) && len(out) < most; i++ {
		cmake, _ := language.Parse(f.Sub(out[i]), "CMakeLists.txt", nativebuild.ParseCMake)
		for _, c := range cmake.Named("add_subdirectory") {
			if len(c.Args) == 0 || strings.HasPrefix(c.Args[0], "/") {
				continue
			}
			dir := path.Join(out[i], strings.TrimPrefix(cmake.Expand(c.Args[0]), "/"))
			if !seen[dir] && !strings.HasPrefix(dir, "..") && !aside(dir) && f.Has(path.Join(dir, "CMakeLists.txt")) {
				seen[dir] = true
				out = append(out, dir)
			}
		}
	}
	return out
}

func cmakeTargets(f *language.Folder) []program {
	root, _ := language.Parse(f, "CMakeLists.txt", nativebuild.ParseCMake)
	outputs := cmakeRuntimeOutput(root)
	var out []program
	for _, dir := range cmakeFiles(f) {
		at := f.Sub(dir)
		cmake, _ := language.Parse(at, "CMakeLists.txt", nativebuild.ParseCMake)
		renamed := cmakeOutputNames(cmake)
		for _, c := range cmake.Named("add_executable") {
			if len(c.Args) < 1 || len(c.Args) > 1 && (c.Args[1] == "ALIAS" || c.Args[1] == "IMPORTED" || c.Args[1] == "EXCLUDE_FROM_ALL") {
				continue
			}
			target := cmake.Expand(c.Args[0])
			if strings.Contains(c.Args[0], "PROJECT_NAME") && len(cmake.Named("project")) == 0 {
				target = root.Expand(c.Args[0])
			}
			name := cmp.Or(renamed[target], target)
			t := program{name: name, target: target, dir: dir, why: at.Evidence("cpp.add_executable", "CMakeLists.txt", c.Line, "add_executable")}
			if outputs != "" {
				t.output = path.Join(outputs, name)
			}
			out = append(out, t)
		}
	}
	return out
}

// cmakeRuntimeOutput gives the folder that the project itself sends its
// programs to, relative to the project's folder; "" where it leaves that open.
func cmakeRuntimeOutput(cmake nativebuild.CMake) string {
	for _, c := range cmake.Named("set") {
		if len(c.Args) < 2 || c.Args[0] != "CMAKE_RUNTIME_OUTPUT_DIRECTORY" && c.Args[0] != "EXECUTABLE_OUTPUT_PATH" {
			continue
		}
		dir := c.Args[1]
		for _, v := range []string{"${CMAKE_BINARY_DIR}", "${PROJECT_BINARY_DIR}", "${CMAKE_CURRENT_BINARY_DIR}"} {
			dir = strings.ReplaceAll(dir, v, "build")
		}
		for _, v := range []string{"${CMAKE_SOURCE_DIR}", "${PROJECT_SOURCE_DIR}", "${CMAKE_CURRENT_SOURCE_DIR}"} {
			dir = strings.ReplaceAll(dir, v, ".")
		}
		return path.Clean(cmake.Expand(dir))
	}
	return ""
}

// cmakeOutputNames are the names of programs that are not called like their target,
// by target.
func cmakeOutputNames(cmake nativebuild.CMake) map[string]string {
	names := map[string]string{}
	for _, c := range cmake.Named("set_target_properties") {
		at := slices.Index(c.Args, "OUTPUT_NAME")
		if at < 0 || at+1 == len(c.Args) {
			continue
		}
		if target := cmake.Expand(c.Args[0]); names[target] == "" {
			names[target] = cmake.Expand(c.Args[at+1])
		}
	}
	return names
}

func mesonTargets(f *language.Folder) []program {
	dirs := []string{"."}
	for i := 0; i < len(dirs) && len(dirs) < 64; i++ {
		calls, _ := language.Parse(f.Sub(dirs[i]), "meson.build", nativebuild.ParseMeson)
		for _, c := range calls {
			dir := path.Join(dirs[i], c.First())
			if c.Name == "subdir" && c.First() != "" && !aside(dir) && f.Has(path.Join(dir, "meson.build")) && !strings.HasPrefix(dir, "..") {
				dirs = append(dirs, dir)
			}
		}
	}
	var out []program
	for _, dir := range dirs {
		at := f.Sub(dir)
		calls, _ := language.Parse(at, "meson.build", nativebuild.ParseMeson)
		for _, c := range calls {
			name := c.First()
			if name == "" && len(c.Args) > 0 && strings.HasPrefix(c.Args[0].Text, "meson.project_name") {
				name = nameOf(f, buildSystem{id: "meson"})
			}
			if c.Name == "executable" && name != "" {
				out = append(out, program{
					name: name, target: name, dir: dir, output: path.Join("builddir", dir, name),
					why: at.Evidence("cpp.meson_executable", "meson.build", c.Line, "executable"),
				})
			}
		}
	}
	return out
}

// bazelBinaries lists the cc_binary rules of a Bazel workspace, those of the
// root package first.
func bazelBinaries(f *language.Folder) []program {
	var out []program
	files := append(f.Glob("**/BUILD.bazel"), f.Glob("**/BUILD")...)
	for i, file := range files {
		dir := path.Dir(file)
		if i == 200 || aside(dir) {
			continue
		}
		calls, _ := language.Parse(f, file, nativebuild.ParseStarlark)
		for _, c := range calls {
			if name := c.Named("name"); c.Name == "cc_binary" && name != "" {
				label := "//" + strings.TrimPrefix(dir, ".") + ":" + name
				out = append(out, program{
					name: name, target: label, dir: dir, output: path.Join("bazel-bin", dir, name),
					why: f.Evidence("cpp.cc_binary", file, c.Line, "cc_binary"),
				})
			}
		}
	}
	return out
}

// makeTargets finds what a Makefile links: a target whose recipe writes to
// itself or to a named file, starting with what plain `make` builds.
func makeTargets(f *language.Folder) []program {
	out := makeTargetsIn(f, ".")
	if len(out) > 0 {
		return out
	}
	for _, dir := range makeDelegates(f) {
		for _, t := range makeTargetsIn(f.Sub(dir), dir) {
			t.output, t.dir, t.target = path.Join(dir, t.output), dir, ""
			return []program{t}
		}
	}
	return nil
}

const makeInto = language.Pattern(`\bcd\s+([\w./-]+)\s*(?:&&|;)\s*(?:\$[({]MAKE[)}]|make)|(?:\$[({]MAKE[)}]|\bmake)\s+-C\s+([\w./-]+)`)

// makeDelegates lists the folders that a Makefile hands its work to.
func makeDelegates(f *language.Folder) []string {
	content, _ := f.Text(makeFile(f))
	m, _ := language.Parse(f, makeFile(f), makefile.Parse)
	out := strings.Fields(m.Variables["SUBDIRS"] + " " + m.Variables["DIRS"])
	for _, m := range makeInto.Regexp().FindAllStringSubmatch(content, 20) {
		out = append(out, path.Clean(m[1]+m[2]))
	}
	return slices.DeleteFunc(out, func(dir string) bool {
		return strings.HasPrefix(dir, "..") || strings.Contains(dir, "$") || dir == "." || aside(dir) || makeFile(f.Sub(dir)) == ""
	})
}

func makeFile(f *language.Folder) string { return f.FirstOf("GNUmakefile", "makefile", "Makefile") }

func makeTargetsIn(f *language.Folder, dir string) []program {
	file := makeFile(f)
	m, _ := language.Parse(f, file, makefile.Parse)
	wanted := map[string]int{}
	if len(m.Targets) > 0 {
		for i, need := range append([]string{m.Targets[0].Name}, m.Targets[0].Needs...) {
			wanted[need] = i + 1
		}
	}
	var out []program
	for _, t := range m.Targets {
		output := makeOutput(m, t)
		if output == "" || strings.HasSuffix(output, ".o") || strings.HasSuffix(output, ".a") || strings.HasSuffix(output, ".so") {
			continue
		}
		out = append(out, program{
			name: path.Base(output), target: t.Name, dir: dir, output: path.Clean(output),
			why: f.Evidence("cpp.make_target", file, t.Line, ""),
		})
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := wanted[out[i].target], wanted[out[j].target]
		return a != 0 && (b == 0 || a < b)
	})
	if len(out) > 0 {
		out = out[:1]
	}
	return out
}

// makeOutput gives the file that a target's recipe links, "" if it links none.
func makeOutput(m makefile.File, t makefile.Target) string {
	for _, line := range t.Recipe {
		words := strings.Fields(line)
		for i, word := range words {
			if word != "-o" || i+1 == len(words) {
				continue
			}
			for _, w := range words {
				if w == "-c" {
					return ""
				}
			}
			output := strings.NewReplacer("$@", t.Name, "$(@)", t.Name).Replace(words[i+1])
			if output = m.Expand(output); output != "" && !strings.Contains(output, "$") {
				return output
			}
		}
	}
	return ""
}

// automakeTargets reads bin_PROGRAMS of the Makefile.am files.
func automakeTargets(f *language.Folder) []program {
	var out []program
	for _, file := range append(f.Glob("Makefile.am"), f.Glob("*/Makefile.am")...) {
		m, _ := language.Parse(f, file, makefile.Parse)
		dir := path.Dir(file)
		for _, name := range strings.Fields(m.Expand(m.Variables["bin_PROGRAMS"] + " " + m.Variables["sbin_PROGRAMS"])) {
			out = append(out, program{
				name: name, target: name, dir: dir, output: path.Join(dir, name), why: f.At("cpp.bin_programs", file, "bin_PROGRAMS"),
			})
		}
	}
	return out
}
