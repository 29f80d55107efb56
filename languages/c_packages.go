package languages

import (
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/manifest/nativebuild"
)

// debianLibrary is a library as build files name it and as Debian 12 packages
// it.
type debianLibrary struct {
	names   []string // lower case: of find_package, pkg-config, Meson, vcpkg, Conan, -l
	build   []string
	runtime []string
}

func debianLibraries() []debianLibrary {
	return []debianLibrary{
		{[]string{"openssl", "ssl", "crypto", "libssl", "libcrypto"}, []string{"libssl-dev"}, []string{"libssl3"}},
		{[]string{"zlib", "z"}, []string{"zlib1g-dev"}, []string{"zlib1g"}},
		{[]string{"curl", "libcurl"}, []string{"libcurl4-openssl-dev"}, []string{"ca-certificates", "libcurl4"}},
		{[]string{"postgresql", "libpq", "pq"}, []string{"libpq-dev"}, []string{"libpq5"}},
		{[]string{"libpqxx", "pqxx"}, []string{"libpqxx-dev"}, []string{"libpqxx-6.4"}},
		{[]string{"sqlite3", "sqlite", "unofficial-sqlite3"}, []string{"libsqlite3-dev"}, []string{"libsqlite3-0"}},
		{[]string{"mysqlclient", "libmysqlclient", "mysql", "mariadb", "libmariadb", "mariadbclient"}, []string{"libmariadb-dev"}, []string{"libmariadb3"}},
		{[]string{"hiredis"}, []string{"libhiredis-dev"}, []string{"libhiredis0.14"}},
		{[]string{"nlohmann_json", "nlohmann-json"}, []string{"nlohmann-json3-dev"}, nil},
		{[]string{"rapidjson"}, []string{"rapidjson-dev"}, nil},
		{[]string{"fmt"}, []string{"libfmt-dev"}, []string{"libfmt9"}},
		{[]string{"spdlog"}, []string{"libspdlog-dev"}, []string{"libspdlog1.10"}},
		{[]string{"yaml-cpp"}, []string{"libyaml-cpp-dev"}, []string{"libyaml-cpp0.7"}},
		{[]string{"jsoncpp"}, []string{"libjsoncpp-dev"}, []string{"libjsoncpp25"}},
		{[]string{"protobuf"}, []string{"libprotobuf-dev", "protobuf-compiler"}, []string{"libprotobuf32"}},
		{[]string{"grpc", "grpc++"}, []string{"libgrpc++-dev", "libprotobuf-dev", "protobuf-compiler", "protobuf-compiler-grpc"}, []string{"libgrpc++1.51", "libprotobuf32"}},
		{[]string{"gtest", "googletest", "gmock"}, []string{"libgtest-dev", "libgmock-dev"}, nil},
		{[]string{"catch2"}, []string{"catch2"}, nil},
		{[]string{"gflags"}, []string{"libgflags-dev"}, []string{"libgflags2.2"}},
		{[]string{"glog"}, []string{"libgoogle-glog-dev"}, []string{"libgoogle-glog0v6"}},
		{[]string{"libuv", "uv"}, []string{"libuv1-dev"}, []string{"libuv1"}},
		{[]string{"libevent", "event"}, []string{"libevent-dev"}, []string{"libevent-2.1-7"}},
		{[]string{"libev", "ev"}, []string{"libev-dev"}, []string{"libev4"}},
		{[]string{"libmicrohttpd", "microhttpd"}, []string{"libmicrohttpd-dev"}, []string{"libmicrohttpd12"}},
		{[]string{"libwebsockets", "websockets"}, []string{"libwebsockets-dev"}, []string{"libwebsockets17"}},
		{[]string{"civetweb"}, []string{"libcivetweb-dev"}, []string{"libcivetweb1"}},
		{[]string{"ulfius"}, []string{"libulfius-dev"}, []string{"libulfius2.7"}},
		{[]string{"poco"}, []string{"libpoco-dev"}, []string{"libpocofoundation80", "libpocojson80", "libpoconet80", "libpoconetssl80", "libpocoutil80"}},
		{[]string{"cpprestsdk", "cpprest"}, []string{"libcpprest-dev"}, []string{"libcpprest2.10"}},
		{[]string{"pistache", "libpistache"}, []string{"libpistache-dev"}, []string{"libpistache0"}},
		{[]string{"httplib", "cpp-httplib"}, []string{"libcpp-httplib-dev"}, []string{"libcpp-httplib0.11"}},
		{[]string{"asio"}, []string{"libasio-dev"}, nil},
		{[]string{"websocketpp"}, []string{"libwebsocketpp-dev"}, nil},
		{[]string{"eigen3", "eigen"}, []string{"libeigen3-dev"}, nil},
		{[]string{"tbb"}, []string{"libtbb-dev"}, []string{"libtbb12"}},
		{[]string{"lz4", "liblz4"}, []string{"liblz4-dev"}, []string{"liblz4-1"}},
		{[]string{"zstd", "libzstd"}, []string{"libzstd-dev"}, []string{"libzstd1"}},
		{[]string{"bzip2", "bz2"}, []string{"libbz2-dev"}, []string{"libbz2-1.0"}},
		{[]string{"liblzma", "lzma"}, []string{"liblzma-dev"}, []string{"liblzma5"}},
		{[]string{"snappy"}, []string{"libsnappy-dev"}, []string{"libsnappy1v5"}},
		{[]string{"leveldb"}, []string{"libleveldb-dev"}, []string{"libleveldb1d"}},
		{[]string{"rocksdb"}, []string{"librocksdb-dev"}, []string{"librocksdb7.8"}},
		{[]string{"curses", "ncurses", "ncursesw"}, []string{"libncurses-dev"}, []string{"libncurses6"}},
		{[]string{"readline"}, []string{"libreadline-dev"}, []string{"libreadline8"}},
		{[]string{"rdkafka", "rdkafka++", "librdkafka"}, []string{"librdkafka-dev"}, []string{"librdkafka++1", "librdkafka1"}},
		{[]string{"mosquitto", "libmosquitto"}, []string{"libmosquitto-dev"}, []string{"libmosquitto1"}},
		{[]string{"zeromq", "zmq", "libzmq"}, []string{"libzmq3-dev"}, []string{"libzmq5"}},
		{[]string{"cppzmq"}, []string{"cppzmq-dev"}, []string{"libzmq5"}},
		{[]string{"rabbitmq", "librabbitmq", "rabbitmq-c"}, []string{"librabbitmq-dev"}, []string{"librabbitmq4"}},
		{[]string{"libxml2", "xml2", "libxml-2.0"}, []string{"libxml2-dev"}, []string{"libxml2"}},
		{[]string{"expat"}, []string{"libexpat1-dev"}, []string{"libexpat1"}},
		{[]string{"icu", "icu-uc"}, []string{"libicu-dev"}, []string{"libicu72"}},
		{[]string{"jansson"}, []string{"libjansson-dev"}, []string{"libjansson4"}},
		{[]string{"json-c"}, []string{"libjson-c-dev"}, []string{"libjson-c5"}},
		{[]string{"cjson", "libcjson"}, []string{"libcjson-dev"}, []string{"libcjson1"}},
		{[]string{"sodium", "libsodium", "unofficial-sodium"}, []string{"libsodium-dev"}, []string{"libsodium23"}},
		{[]string{"uuid", "libuuid"}, []string{"uuid-dev"}, []string{"libuuid1"}},
		{[]string{"pcre2", "libpcre2-8", "pcre2-8"}, []string{"libpcre2-dev"}, []string{"libpcre2-8-0"}},
		{[]string{"re2"}, []string{"libre2-dev"}, []string{"libre2-9"}},
		{[]string{"absl", "abseil"}, []string{"libabsl-dev"}, []string{"libabsl20220623"}},
		{[]string{"gmp"}, []string{"libgmp-dev"}, []string{"libgmp10"}},
		{[]string{"libssh2", "ssh2"}, []string{"libssh2-1-dev"}, []string{"libssh2-1"}},
		{[]string{"lua", "lua5.4"}, []string{"liblua5.4-dev"}, []string{"liblua5.4-0"}},
		{[]string{"opencv", "opencv4"}, []string{"libopencv-dev"}, []string{"libopencv-core406", "libopencv-imgcodecs406", "libopencv-imgproc406"}},
		{[]string{"sdl2"}, []string{"libsdl2-dev"}, []string{"libsdl2-2.0-0"}},
		{[]string{"glib-2.0", "glib2"}, []string{"libglib2.0-dev"}, []string{"libglib2.0-0"}},
		{[]string{"qt5"}, []string{"qtbase5-dev"}, []string{"libqt5core5a", "libqt5network5"}},
		{[]string{"qt6"}, []string{"qt6-base-dev"}, []string{"libqt6core6", "libqt6network6"}},
		{[]string{"pcap", "libpcap"}, []string{"libpcap-dev"}, []string{"libpcap0.8"}},
		{[]string{"modbus", "libmodbus"}, []string{"libmodbus-dev"}, []string{"libmodbus5"}},
		{[]string{"mongoc-1.0", "libmongoc-1.0"}, []string{"libmongoc-dev"}, []string{"libmongoc-1.0-0"}},
	}
}

// debianPackages names the packages of one library. Boost is packaged by
// component, which is why it stands apart.
func debianPackages(name string) (build, runtime []string) {
	name = strings.ToLower(name)
	if component, ok := strings.CutPrefix(name, "boost_"); ok {
		component = strings.ReplaceAll(component, "_", "-")
		switch component {
		case "", "headers", "asio", "beast", "uuid", "optional", "algorithm": // without a library of their own
			return []string{"libboost-dev"}, nil
		}
		return []string{"libboost-" + component + "-dev"}, []string{"libboost-" + component + "1.74.0"}
	}
	if name == "boost" || name == "boost-asio" || name == "boost-beast" {
		return []string{"libboost-dev"}, nil
	}
	for _, library := range debianLibraries() {
		if slices.Contains(library.names, name) {
			return library.build, library.runtime
		}
	}
	return nil, nil
}

// nativeDependencies lists the libraries that the build files ask for, by the
// names they use.
func nativeDependencies(p *language.Project) []language.Dependency {
	var deps []language.Dependency
	add := func(name, file string, line int) {
		if name == "" || strings.ContainsAny(name, "${}") || slices.ContainsFunc(deps, func(d language.Dependency) bool { return d.Name == name }) {
			return
		}
		deps = append(deps, language.Dependency{Name: name, Path: p.Join(file), Line: line})
	}
	switch p.Claim.System {
	case "cmake":
		cmakeLibraries(p.Folder, add)
	case "meson":
		mesonLibraries(p.Folder, add)
	case "make":
		makeLibraries(p.Folder, add)
	}
	vcpkgLibraries(p.Folder, add)
	conanLibraries(p.Folder, add)
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

func cmakeLibraries(f *language.Folder, add func(name, file string, line int)) {
	for _, dir := range cmakeFiles(f) {
		file := strings.TrimPrefix(dir+"/CMakeLists.txt", "./")
		cmake, _ := language.Parse(f, file, nativebuild.ParseCMake)
		for _, c := range cmake.Commands {
			switch c.Name {
			case "find_package":
				cmakePackage(c, file, add)
			case "pkg_check_modules", "pkg_search_module":
				for i, arg := range c.Args {
					if i > 0 && strings.ToUpper(arg) != arg {
						name, _, _ := strings.Cut(arg, ">")
						name, _, _ = strings.Cut(name, "=")
						add(name, file, c.Line)
					}
				}
			}
		}
	}
}

func cmakePackage(c nativebuild.CMakeCommand, file string, add func(name, file string, line int)) {
	if len(c.Args) == 0 || c.Args[0] == "Threads" {
		return
	}
	if c.Args[0] != "Boost" {
		add(c.Args[0], file, c.Line)
		return
	}
	add("Boost", file, c.Line)
	i := slices.IndexFunc(c.Args, func(a string) bool { return a == "COMPONENTS" || a == "OPTIONAL_COMPONENTS" })
	if i < 0 {
		return
	}
	for _, component := range c.Args[i+1:] {
		if strings.ToUpper(component) != component {
			add("boost_"+component, file, c.Line)
		}
	}
}

func mesonLibraries(f *language.Folder, add func(name, file string, line int)) {
	for _, file := range append(f.Glob("meson.build"), f.Glob("*/meson.build")...) {
		calls, _ := language.Parse(f, file, nativebuild.ParseMeson)
		for _, c := range calls {
			if (c.Name == "dependency" || c.Name == "find_library") && c.First() != "threads" {
				add(c.First(), file, c.Line)
				for _, module := range c.List("modules") {
					if c.First() == "boost" {
						add("boost_"+module, file, c.Line)
					}
				}
			}
		}
	}
}

const makeLibrary = language.Pattern(`(?:^|\s)-l([A-Za-z][A-Za-z0-9_+.-]*)`)

func makeLibraries(f *language.Folder, add func(name, file string, line int)) {
	file := makeFile(f)
	content, _ := f.Text(file)
	for i, line := range strings.Split(content, "\n") {
		for _, m := range makeLibrary.Regexp().FindAllStringSubmatch(line, 20) {
			add(m[1], file, i+1)
		}
	}
}

func vcpkgLibraries(f *language.Folder, add func(name, file string, line int)) {
	doc, ok := language.Parse(f, "vcpkg.json", func(content string) (map[string]any, error) {
		var v map[string]any
		err := json.Unmarshal([]byte(content), &v)
		return v, err
	})
	if !ok {
		return
	}
	list, _ := doc["dependencies"].([]any)
	for _, entry := range list {
		name, _ := entry.(string)
		if table, ok := entry.(map[string]any); ok {
			name, _ = table["name"].(string)
		}
		if rest, ok := strings.CutPrefix(name, "boost-"); ok {
			name = "boost_" + strings.ReplaceAll(rest, "-", "_")
		}
		add(name, "vcpkg.json", f.At("", "vcpkg.json", `"`+name+`"`).Line)
	}
}

// conanLibraries reads the [requires] section of conanfile.txt and the
// requires calls and strings of conanfile.py.
func conanLibraries(f *language.Folder, add func(name, file string, line int)) {
	content, _ := f.Text("conanfile.txt")
	section := ""
	for i, line := range strings.Split(content, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = line
		} else if name, _, ok := strings.Cut(line, "/"); ok && section == "[requires]" && !strings.HasPrefix(line, "#") {
			add(name, "conanfile.txt", i+1)
		}
	}
	calls, _ := language.Parse(f, "conanfile.py", nativebuild.ParseStarlark)
	for _, c := range calls {
		if name, _, ok := strings.Cut(c.First(), "/"); ok && c.Name == "requires" {
			add(name, "conanfile.py", c.Line)
		}
	}
}

// nativeIncludes lists the headers that a source includes.
func nativeIncludes(content string) []string {
	var out []string
	for _, start := range likelyLines(content, []string{"include"}) {
		line, _, _ := strings.Cut(content[start:], "\n")
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") {
			continue
		}
		rest, ok := strings.CutPrefix(strings.TrimSpace(line[1:]), "include")
		if rest = strings.TrimSpace(rest); !ok || rest == "" || rest[0] != '<' && rest[0] != '"' {
			continue
		}
		if end := strings.IndexAny(rest[1:], ">\""); end > 0 {
			out = append(out, rest[1:1+end])
		}
	}
	return out
}

// nativeFramework recognises a framework by the headers that are included.
func nativeFramework(p *language.Project) finding.Finding[string] {
	type place struct{ file, header string }
	included := map[string]place{}
	var headers []string
	for _, file := range nativeSources(p.Folder, true) {
		content, _ := p.Text(file)
		for _, header := range nativeIncludes(content) {
			if _, known := included[header]; !known {
				included[header] = place{file, header}
				headers = append(headers, header)
			}
		}
	}
	sort.Strings(headers)
	for _, framework := range p.Language.Frameworks {
		for _, need := range framework.Needs {
			for _, header := range headers {
				prefix, wild := strings.CutSuffix(need, "*")
				if header == need || wild && strings.HasPrefix(header, prefix) {
					at := included[header]
					return finding.Of(framework.Name, finding.Certain, p.At("cpp.include", at.file, at.header))
				}
			}
		}
	}
	return finding.Finding[string]{}
}
