package debian

import (
	"slices"
	"strings"
)

// library is a library as build files name it and as Debian 12 packages
// it.
type library struct {
	names   []string // lower case: of find_package, pkg-config, Meson, vcpkg, Conan, -l
	build   []string
	runtime []string
}

// libraries lists what build files of C and C++ ask for most.
func libraries() []library {
	return []library{
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
		{[]string{"grpc", "grpc++"}, []string{"libgrpc++-dev", "libprotobuf-dev", "protobuf-compiler", "protobuf-compiler-grpc"},
			[]string{"libgrpc++1.51", "libprotobuf32"}},
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

// Library names the packages of one library. Boost is packaged by
// component, which is why it stands apart.
func Library(name string) (build, runtime []string) {
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
	for _, library := range libraries() {
		if slices.Contains(library.names, name) {
			return library.build, library.runtime
		}
	}
	return nil, nil
}
