package c

import (
	"reflect"
	"strings"
	"testing"

	"aipack/backend/language"
	"aipack/backend/language/languagetest"
	"aipack/backend/universalbuild"
)

const cppServer = "#include <crow.h>\n\nint main() {\n  crow::SimpleApp app;\n  app.port(18080).run();\n}\n"

func TestCMakeProject(t *testing.T) {
	files := map[string]string{
		"CMakeLists.txt": "cmake_minimum_required(VERSION 3.15)\nproject(shop CXX)\nfind_package(OpenSSL REQUIRED)\nfind_package(Boost 1.70 REQUIRED COMPONENTS system thread)\n" +
			"add_subdirectory(src)\nadd_subdirectory(tests)\n",
		"src/CMakeLists.txt":   "add_library(core STATIC core.cpp)\nadd_executable(shop_server main.cpp)\npkg_check_modules(PQ REQUIRED libpq>=12)\n",
		"src/main.cpp":         cppServer,
		"tests/CMakeLists.txt": "add_executable(unit_test t.cpp)\n",
		"tests/t.cpp":          "int main() {}\n",
	}
	p, r := languagetest.Project(t, &CPP, files, ".", "")
	if p.Claim.System != "cmake" || p.Claim.Name != "shop" || p.Claim.Role != language.Service || p.Framework.Value != "Crow" {
		t.Errorf("claim %+v, framework %v", p.Claim, p.Framework.Value)
	}
	if got := p.Start.Value.Command; !reflect.DeepEqual(got, []string{"/app/bin/shop_server"}) || len(p.Start.Alternatives) != 0 {
		t.Errorf("start %+v", p.Start)
	}
	wantBuild := []string{"build-essential", "cmake", "libboost-dev", "libboost-system-dev", "libboost-thread-dev", "libpq-dev", "libssl-dev", "ninja-build", "pkg-config"}
	if !reflect.DeepEqual(r.Build.SystemPackages, wantBuild) {
		t.Errorf("build packages %v", r.Build.SystemPackages)
	}
	if want := []string{"libboost-system1.74.0", "libboost-thread1.74.0", "libpq5", "libssl3", "libstdc++6"}; !reflect.DeepEqual(r.Runtime.SystemPackages, want) {
		t.Errorf("runtime packages %v", r.Runtime.SystemPackages)
	}
	want := []string{
		"cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_RUNTIME_OUTPUT_DIRECTORY=/out",
		"cmake --build build --target shop_server",
	}
	if !reflect.DeepEqual(r.Build.BuildCommands, want) {
		t.Errorf("commands %v", r.Build.BuildCommands)
	}
	reader := languagetest.Reader(t, files)
	if _, ok := CPP.Claim(reader.Folder("src")); ok {
		t.Error("a folder taken in by add_subdirectory is claimed on its own")
	}
	if _, ok := Language.Claim(reader.Folder(".")); ok {
		t.Error("C claims a C++ project")
	}
}

func TestCMakeOwnOutputFolder(t *testing.T) {
	_, r := languagetest.Project(t, &CPP, map[string]string{
		"CMakeLists.txt": "cmake_minimum_required(VERSION 3.28)\nproject(x)\nset(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)\nadd_library(y SHARED y.cpp)\nadd_executable(${PROJECT_NAME} main.cpp)\nset_target_properties(x PROPERTIES OUTPUT_NAME xd)\n",
		"main.cpp":       "int main() {}\n",
	}, ".", "")
	if got := r.Build.BuildCommands[1]; got != "cmake --build build --target x && mkdir -p /out && cp build/bin/xd /out/xd" {
		t.Errorf("command %s", got)
	}
	if len(r.Build.PreBuildCommands) != 1 || r.Runtime.Environment["LD_LIBRARY_PATH"] != "/app/lib" {
		t.Errorf("%+v", r)
	}
}

func TestMakeProject(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"Makefile":  "CC ?= gcc\nBIN = server\n\nall: $(BIN)\n\n$(BIN): main.o\n\t$(CC) -o $@ $^ -lsqlite3 -lm\n\n%.o: %.c\n\t$(CC) -c -o $@ $<\n",
		"main.c":    "#include <sys/socket.h>\n\nint main(void) {\n  listen(fd, 16);\n}\n",
		"Procfile2": "",
	}, ".", "")
	if p.Claim.System != "make" || p.Claim.Kind != universalbuild.Web {
		t.Errorf("claim %+v", p.Claim)
	}
	if got := r.Build.BuildCommands[0]; got != `make -j"$(nproc)" server && mkdir -p /out && cp server /out/server` {
		t.Errorf("command %s", got)
	}
	if !reflect.DeepEqual(r.Runtime.SystemPackages, []string{"libsqlite3-0"}) {
		t.Errorf("packages %v", r.Runtime.SystemPackages)
	}
}

func TestMakeHandsOverToAFolder(t *testing.T) {
	p, r := languagetest.Project(t, &Language, map[string]string{
		"Makefile":     "default: all\n\n.DEFAULT:\n\tcd src && $(MAKE) $@\n",
		"src/Makefile": "NAME=kv-server$(SUFFIX)\nLD=$(CC) $(LDFLAGS)\nall: $(NAME)\n\n$(NAME): main.o\n\t$(LD) -o $@ $^\n",
		"src/main.c":   "int main(void) { return 0; }\n",
	}, ".", "")
	if p.Claim.System != "make" || p.Claim.Role != language.Program {
		t.Errorf("claim %+v", p.Claim)
	}
	if got := r.Build.BuildCommands[0]; got != `make -j"$(nproc)" && mkdir -p /out && cp src/kv-server /out/kv-server` {
		t.Errorf("command %s", got)
	}
}

func TestMesonBazelAndBareSources(t *testing.T) {
	p, r := languagetest.Project(t, &CPP, map[string]string{
		"meson.build":     "project('svc', 'cpp')\nsubdir('src')\n",
		"src/meson.build": "executable('svc', 'main.cpp', dependencies: dependency('zlib'))\n",
		"src/main.cpp":    cppServer,
	}, ".", "")
	if p.Claim.System != "meson" || !strings.Contains(r.Build.BuildCommands[1], "cp builddir/src/svc /out/svc") {
		t.Errorf("meson: %+v, %v", p.Claim, r.Build.BuildCommands)
	}
	p, r = languagetest.Project(t, &CPP, map[string]string{
		"WORKSPACE": "", "BUILD": "cc_binary(\n    name = \"hello\",\n    srcs = [\"main.cc\"],\n)\n", "main.cc": "int main() {}\n",
	}, ".", "")
	if p.Claim.System != "bazel" || p.Claim.Role != language.Program || !strings.Contains(r.Build.BuildCommands[0], "bazel build -c opt //:hello ") || r.Build.Environment["USE_BAZEL_VERSION"] != "7.x" {
		t.Errorf("bazel: %+v, %+v", p.Claim, r.Build)
	}
	p, r = languagetest.Project(t, &Language, map[string]string{"main.c": "int main(int argc, char **argv) { return 0; }\n"}, ".", "")
	if p.Claim.System != "gcc" || p.Claim.Confidence >= 0.5 || r.Build.BuildCommands[0] != "mkdir -p /out && gcc -O2 -o /out/app *.c -lpthread" {
		t.Errorf("bare: %+v, %v", p.Claim, r.Build.BuildCommands)
	}
}

func TestLeavesOthersAlone(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a Makefile of commands": {"Makefile": "test:\n\tgo test ./...\n", "go.mod": "module x\n"},
		"headers only":           {"CMakeLists.txt": "project(x)\n", "x.h": "int x;\n"},
		"an extension's sources": {"setup.py": "", "src/fast.c": "int fast(void) { return 1; }\n"},
	} {
		reader := languagetest.Reader(t, files)
		for _, l := range []*language.Language{&Language, &CPP} {
			if claim, ok := l.Claim(reader.Folder(".")); ok {
				t.Errorf("%s: claimed as %+v", name, claim)
			}
		}
	}
	claim, ok := CPP.Claim(languagetest.Reader(t, map[string]string{"CMakeLists.txt": "project(x)\nadd_library(x x.cpp)\n", "x.cpp": "int x() { return 1; }\n"}).Folder("."))
	if !ok || claim.Role != language.Library {
		t.Errorf("library: %+v", claim)
	}
}

func TestCMakePackageForOthersIsALibrary(t *testing.T) {
	claim, ok := CPP.Claim(languagetest.Reader(t, map[string]string{
		"CMakeLists.txt": "project(net CXX)\nadd_library(net net.cpp)\nadd_executable(net_ctl ctl.cpp)\ninstall(TARGETS net EXPORT netTargets)\n",
		"net.cpp":        "void serve() { listen(fd, 16); }\n", "ctl.cpp": "int main() {}\n",
	}).Folder("."))
	if !ok || claim.Role != language.Library {
		t.Errorf("%+v", claim)
	}
}

func TestPatterns(t *testing.T) {
	for text, want := range map[string]string{
		`addr.sin_port = htons(8081);`:                             "8081",
		`std::string port = get_env("PORT", "8082");`:              "8082",
		`const char *p = getenv("PORT"); int n = p ? atoi(p) : 1;`: "",
		`int port = getenv("PORT") ? atoi(getenv("PORT")) : 8083;`: "8083",
		"#define SERVER_PORT 8084":                                 "8084",
		`app.port(8085).multithreaded().run();`:                    "8085",
		`svr.listen("0.0.0.0", 8086);`:                             "8086",
		`tcp::acceptor a(ioc, tcp::endpoint(tcp::v4(), 8087));`:    "8087",
	} {
		if got := languagetest.FirstGroup(Language.PortUses, text); got != want {
			t.Errorf("port of %s: %q", text, got)
		}
	}
	for text, want := range map[string]string{
		`CROW_ROUTE(app, "/health")([]{ return "ok"; });`: "/health",
		`if (strncmp(line, "GET /healthz", 12) == 0)`:     "/healthz",
		`} else if (target == "/health") {`:               "/health",
		`svr.Get("/hi", handler);`:                        "/hi",
	} {
		if got := languagetest.FirstGroup(CPP.Routes, text); got != want {
			t.Errorf("route of %s: %q", text, got)
		}
	}
}
