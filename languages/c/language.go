// Package c knows C and C++ with CMake, Make, Meson, Bazel or a compiler alone.
// It offers Language, which is C, and CPP.
package c

import (
	"aipack/backend/language"
)

// C and C++ share their build systems; a project is C++ as soon as much of it
// is.
var (
	Language = newLanguage("c", "C", false, ".c", ".h")
	CPP      = newLanguage("cpp", "C++", true, ".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx")
)

func newLanguage(id, name string, plusPlus bool, extensions ...string) language.Language {
	return language.Language{
		ID: id, Name: name,
		Extensions:   extensions,
		Manifests:    manifests,
		Systems:      systems,
		Frameworks:   frameworks,
		EnvReads:     envReads,
		PortUses:     portUses,
		Routes:       routes,
		Claim:        func(f *language.Folder) (language.Claim, bool) { return claim(f, plusPlus) },
		Dependencies: dependencies,
		Framework:    framework,
		Start:        start,
		Recipe:       recipe,
	}
}

var manifests = []language.Manifest{
	{Name: "CMakeLists.txt", Priority: 1},
	{Name: "meson.build", Priority: 1},
	{Name: "MODULE.bazel", Priority: 1},
	{Name: "WORKSPACE", Priority: 1},
	{Name: "WORKSPACE.bazel", Priority: 1},
	{Name: "BUILD", Priority: 2},
	{Name: "BUILD.bazel", Priority: 2},
	{Name: "configure.ac", Priority: 1},
	{Name: "Makefile", Priority: 2},
	{Name: "makefile", Priority: 2},
	{Name: "GNUmakefile", Priority: 2},
	{Name: "vcpkg.json", Priority: 2},
	{Name: "conanfile.txt", Priority: 2},
	{Name: "conanfile.py", Priority: 2},
}

var systems = []language.System{
	{ID: "cmake", Name: "CMake", Files: []string{"CMakeLists.txt", "CMakePresets.json"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build:     []string{"cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release", "cmake --build build"},
		Test:      []string{"ctest --test-dir build --output-on-failure"},
		Artifacts: []string{"build/TARGET"}, Ports: []int{8080}, Health: "/health",
		Notes: []string{
			"Build and run on the same distribution, so that the C and C++ libraries match.",
			"The program's name is the first argument of add_executable, not the folder's.",
			"Install -dev packages to build and the plain libraries to run.",
		},
	}},
	{ID: "meson", Name: "Meson", Files: []string{"meson.build"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{"meson setup builddir --buildtype=release", "meson compile -C builddir"},
		Test:  []string{"meson test -C builddir"}, Artifacts: []string{"builddir/TARGET"}, Ports: []int{8080},
	}},
	{ID: "bazel", Name: "Bazel", Files: []string{"MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "BUILD", "BUILD.bazel", ".bazelversion"}, Caches: []string{"/root/.cache/bazel", "/root/.cache/bazelisk"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{"bazel build -c opt //:TARGET"}, Test: []string{"bazel test //..."},
		Caches: []string{"/root/.cache/bazel"}, Artifacts: []string{"bazel-bin/TARGET"}, Ports: []int{8080},
		Notes: []string{"Pin Bazel in .bazelversion; Bazelisk fetches that version."},
	}},
	{ID: "autotools", Name: "Autotools", Files: []string{"configure.ac", "Makefile.am"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{"autoreconf -fi", "./configure", "make"}, Test: []string{"make check"}, Ports: []int{8080},
	}},
	{ID: "make", Name: "Make", Files: []string{"Makefile", "makefile", "GNUmakefile"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{"make"}, Test: []string{"make test"}, Ports: []int{8080},
	}},
	{ID: "gcc", Name: "GCC", Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{"cc -O2 -o app main.c"},
		Notes: []string{"A Makefile or CMakeLists.txt says which sources belong together; without one every source of the folder is compiled."},
	}},
	{ID: "conan", Name: "Conan", Files: []string{"conanfile.txt", "conanfile.py", "conan.lock"}, Caches: []string{"/root/.conan2"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{
			"conan install . --build=missing --output-folder=build",
			"cmake -B build -DCMAKE_TOOLCHAIN_FILE=conan_toolchain.cmake", "cmake --build build",
		},
		Caches: []string{"/root/.conan2"},
		Notes:  []string{"Commit conan.lock: without it each build may take other versions."},
	}},
	{ID: "vcpkg", Name: "vcpkg", Files: []string{"vcpkg.json"}, Practices: language.Practices{
		BuildImage: "debian:bookworm-slim", RuntimeImage: "debian:bookworm-slim",
		Build: []string{"cmake -B build -DCMAKE_TOOLCHAIN_FILE=$VCPKG_ROOT/scripts/buildsystems/vcpkg.cmake", "cmake --build build"},
		Notes: []string{"A builtin-baseline in vcpkg.json pins the versions."},
	}},
}

var envReads = []language.Pattern{
	`\b(?:get_?env|env)_?\w*\(\s*"([A-Z][A-Z0-9_]*)"\s*,\s*"?([^",)\n]*)"?\s*\)`,
	`\b(?:std::)?(?:secure_)?getenv\(\s*"([A-Za-z_][A-Za-z0-9_]*)"\s*\)`,
	`\bqEnvironmentVariable\(\s*"([A-Z][A-Z0-9_]*)"`,
}

var portUses = []language.Pattern{
	`\bhtons\(\s*(\d{2,5})\s*\)`,
	`\bget_?env\w*\(\s*"[A-Z_]*PORT"\s*,\s*"?(\d{2,5})"?\s*\)`,
	`\bgetenv\(\s*"[A-Z_]*PORT"\s*\)[^;]{0,120}?[:?]\s*"?(\d{2,5})"?`,
	`(?m)^\s*#\s*define\s+\w*PORT\w*\s+"?(\d{2,5})"?`,
	`(?i)\b(?:const|constexpr|static|auto|int|short|uint16_t|unsigned|char\s*\*|std::string)\b[^;\n(]*\b\w*port\w*\s*[={(]\s*"?(\d{2,5})"?`,
	`(?i)\b\w*port\w*\s*=\s*[^;\n?]*\?[^;\n]*:\s*"?(\d{2,5})\b`,
	`\.port\(\s*(\d{2,5})\s*\)`,
	`\.listen\(\s*"[^"\n]*"\s*,\s*(\d{2,5})`,
	`\.listen\(\s*(\d{2,5})`,
	`\baddListener\(\s*"[^"\n]*"\s*,\s*(\d{2,5})`,
	`\bPort\(\s*(\d{2,5})\s*\)`,
	`"(?:https?|tcp)://(?:0\.0\.0\.0|\*|\[::\]):(\d{2,5})`,
	`"(?:0\.0\.0\.0|\[::\]):(\d{2,5})"`,
	`\b(?:tcp|udp)::(?:v4|v6)\(\)\s*,\s*(\d{2,5})`,
	`\bMHD_start_daemon\([^,;]*,\s*(\d{2,5})`,
}

var routes = []language.Pattern{
	`\bCROW_ROUTE\(\s*\w+\s*,\s*"(/[^"\n]*)"`,
	`\.Get\(\s*R?"\(?(/[^"\n)]*)`,
	`\bregisterHandler\(\s*"(/[^"\n]*)"`,
	`\bENDPOINT\(\s*"GET"\s*,\s*"(/[^"\n]*)"`,
	`\bRoutes::Get\([^,\n]*,\s*"(/[^"\n]*)"`,
	`\.get\(\s*"(/[^"\n]*)"`,
	`"GET (/[^"\s]*)`,
	`(?:==|\bcompare\(|\bequals\()\s*"(/[a-z][^"\s]*)"`,
	`\bstrn?cmp\([^,\n]+,\s*"(?:GET )?(/[a-z][^"\s]*)`,
	`\bmg_(?:http_match_uri|match)\([^"\n]*"(/[^"\n]*)"`,
}
