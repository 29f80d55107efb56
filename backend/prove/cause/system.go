package cause

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"aipack/backend/language/debian"
)

// aptOf names the Debian package that holds a header, library or program that
// builds ask for by another name (Debian's package contents).
var aptOf = map[string]string{
	"pg_config": "libpq-dev", "libpq-fe.h": "libpq-dev", "mysql_config": "default-libmysqlclient-dev", "mysql.h": "default-libmysqlclient-dev",
	"ffi.h": "libffi-dev", "openssl/ssl.h": "libssl-dev", "zlib.h": "zlib1g-dev", "sqlite3.h": "libsqlite3-dev", "yaml.h": "libyaml-dev",
	"crypt.h": "libcrypt-dev", "libxml/xmlversion.h": "libxml2-dev", "jpeglib.h": "libjpeg-dev", "png.h": "libpng-dev", "curl/curl.h": "libcurl4-openssl-dev",
	"make": "make", "gcc": "build-essential", "cc": "build-essential", "g++": "build-essential",
	"c++": "build-essential", "swig": "swig", "git": "git", "python3": "python3", "python": "python-is-python3",
	"pkg-config": "pkg-config", "cmake": "cmake", "curl": "curl", "wget": "wget", "unzip": "unzip", "bash": "bash", "protoc": "protobuf-compiler",
	"libpq.so.5": "libpq5", "libssl.so.3": "libssl3", "libGL.so.1": "libgl1", "libstdc++.so.6": "libstdc++6", "libsqlite3.so.0": "libsqlite3-0",
	"lber.h": "libldap-dev", "ldap.h": "libldap-dev", "sasl/sasl.h": "libsasl2-dev", "krb5.h": "libkrb5-dev",
	"lzma.h": "liblzma-dev", "bzlib.h": "libbz2-dev", "readline/readline.h": "libreadline-dev",
	"libxslt/xsltconfig.h": "libxslt1-dev", "libxslt/xslt.h": "libxslt1-dev", "magic.h": "libmagic-dev",
	"gmp.h": "libgmp-dev", "sodium.h": "libsodium-dev", "cairo.h": "libcairo2-dev", "pango/pango.h": "libpango1.0-dev",
	"vips/vips.h": "libvips-dev", "ft2build.h": "libfreetype-dev", "zmq.h": "libzmq3-dev",
	"leveldb/c.h": "libleveldb-dev", "sql.h": "unixodbc-dev", "xmlsec/xmlsec.h": "libxmlsec1-dev",
	"hdf5.h": "libhdf5-dev", "geos_c.h": "libgeos-dev", "gdal.h": "libgdal-dev", "lua.h": "liblua5.4-dev",
	"pcre.h": "libpcre3-dev", "pcre2.h": "libpcre2-dev", "uuid/uuid.h": "uuid-dev",
	"libmagic.so.1": "libmagic1", "libxml2.so.2": "libxml2", "libxslt.so.1": "libxslt1.1",
	"libmariadb.so.3": "libmariadb3", "libcurl.so.4": "libcurl4", "libffi.so.8": "libffi8", "libz.so.1": "zlib1g",
	"libgdk_pixbuf-2.0.so.0": "libgdk-pixbuf-2.0-0", "libcairo.so.2": "libcairo2", "libpango-1.0.so.0": "libpango-1.0-0",
	"libpangocairo-1.0.so.0": "libpangocairo-1.0-0", "libpangoft2-1.0.so.0": "libpangoft2-1.0-0",
	"libgobject-2.0.so.0": "libglib2.0-0", "libgthread-2.0.so.0": "libglib2.0-0", "libSM.so.6": "libsm6",
	"libXext.so.6": "libxext6", "libXrender.so.1": "libxrender1", "libX11.so.6": "libx11-6", "libnss3.so": "libnss3",
	"libvips.so.42": "libvips42", "libzmq.so.5": "libzmq5", "libsodium.so.23": "libsodium23",
	"libodbc.so.2": "libodbc2", "libldap-2.5.so.0": "libldap-2.5-0", "libfontconfig.so.1": "libfontconfig1",
	"libfreetype.so.6": "libfreetype6", "libjpeg.so.62": "libjpeg62-turbo", "libpng16.so.16": "libpng16-16",
	"libtiff.so.6": "libtiff6", "libwebp.so.7": "libwebp7", "libgdal.so.32": "libgdal32", "libgeos_c.so.1": "libgeos-c1v5",
	"libharfbuzz.so.0": "libharfbuzz0b", "liblcms2.so.2": "liblcms2-2", "libXi.so.6": "libxi6", "libXtst.so.6": "libxtst6", "libgbm.so.1": "libgbm1",
	"libasound.so.2": "libasound2", "libsnappy.so.1": "libsnappy1v5", "libxmlsec1.so.1": "libxmlsec1",
	"libproj.so.25": "libproj25", "libcups.so.2": "libcups2", "libdbus-1.so.3": "libdbus-1-3", "libatk-1.0.so.0": "libatk1.0-0", "libxcb.so.1": "libxcb1",
	"libatomic.so.1": "libatomic1", "libgomp.so.1": "libgomp1", "libglib-2.0.so.0": "libglib2.0-0",
}

// addPackage is the edit that installs a Debian package in the stage at hand.
// There is none where the image is not Debian's, or the package stands there.
func addPackage(c circumstances, pkg string) []Edit {
	field, image, have := "/runtime/system_packages", c.Document.Runtime.BaseImage, c.Document.Runtime.SystemPackages
	if c.failure.Stage == "build" && !strings.HasPrefix(c.failure.Field, "/runtime/") {
		field, image, have = "/build/system_packages", c.Document.Build.BaseImage, c.Document.Build.SystemPackages
	}
	if slices.Contains(have, pkg) || strings.Contains(image, "alpine") || strings.Contains(image, "distroless") || image == "scratch" {
		return nil
	}
	return []Edit{{field, append(slices.Clone(have), pkg)}}
}

// packageOf names the Debian package of a header, a shared library or a program.
func packageOf(what string) (string, bool) {
	if pkg, ok := aptOf[what]; ok {
		return pkg, true
	}
	if pkg, ok := debian.Programs[what]; ok && what != "node" { // Debian's Node is none of the images' versions
		return pkg, true
	}
	return "", false
}

// missingLibrary is a library that a build looks for by the name of its own.
func missingLibrary(c circumstances, what, pkg string) explanation {
	return explanation{
		why: "The library " + what + " is not in the image; Debian's package " + pkg + " holds it.",
		fix: "Add " + pkg + " to the system packages.", edits: addPackage(c, pkg),
	}
}

func missingSystem(c circumstances, what string) explanation {
	pkg, ok := packageOf(what)
	if !ok {
		return explanation{why: what + " is not in the image.", fix: "Add the Debian package that holds it to the system packages."}
	}
	return explanation{
		why: fmt.Sprintf("%s is not in the image; Debian's package %s holds it.", what, pkg),
		fix: "Add " + pkg + " to the system packages.", edits: addPackage(c, pkg),
	}
}

// systemCauses are what the system says of any program.
func systemCauses() []way {
	return []way{
		{rule: "missing_system_package", says: `pg_config executable not found`,
			tell: func(c circumstances, _ []string) explanation { return missingSystem(c, "pg_config") }},
		{
			rule: "missing_system_package",
			says: `fatal error: (\S+\.h): No such file` +
				`|(?:error while loading shared libraries: |cannot open shared object file[^\n]*?|ImportError: )(lib[\w+.-]+\.so[.\d]*)` +
				`|(lib[\w+.-]+\.so[.\d]*): cannot open shared object file`,
			tell: func(c circumstances, m []string) explanation { return missingSystem(c, firstNonEmpty(m[1:])) }, first: true,
		},
		{
			rule: "missing_system_package", stages: "build", says: "linker [`']([^`']+)[`'] not found|error: command '(?:\\S+-)?(gcc|cc|g\\+\\+|c\\+\\+|cmake|swig)' failed: No such file|unable to execute '(?:\\S+-)?(gcc|cc|g\\+\\+|c\\+\\+)'|Package '?\"?([\\w.+-]+)'?\"?, required by 'virtual:world', not found|(?:gyp ERR! find Python|Could not find any Python installation)()|exec: \"(gcc|cc|g\\+\\+|git|make|protoc)\": executable file not found",
			tell: func(c circumstances, m []string) explanation {
				what := firstNonEmpty(m[1:])
				if build, _ := debian.Library(what); strings.Contains(m[0], "virtual:world") && len(build) > 0 { // pkg-config names libraries
					return missingLibrary(c, what, build[0])
				}
				if what != "" {
					return missingSystem(c, what)
				}
				return missingSystem(c, "python3")
			},
		},
		{
			rule: "no_shebang", says: `(?i)([\w./-]+)['"]?: exec format error|Exec format error: '([^']+)'|cannot execute binary file`, tell: execFormat,
		},
		{rule: "no_shebang", stages: "start", reports: `exec "?([^\s":]+)"?: exec format error`, tell: execFormat},
		{
			rule: "interpreter_missing", says: `(?:^|[\s":])([\w./-]+): (?:bad interpreter|cannot execute: required file not found)[^\n]*|env: [‘'"]?([\w.+-]+)(?:\\r)?[’'"]?: No such file or directory`,
			tell: interpreterMissing,
		},
		{rule: "missing_system_package", says: shellSays + `(` + packaged() + `)"?: ` + notFound, tell: func(c circumstances, m []string) explanation { return missingSystem(c, m[1]) }},
		{rule: "command_not_found", says: shellSays + `([\w./+@-]+)"?: ` + notFound, tell: commandNotFound},
		{rule: "command_not_found", stages: "start health", but: `(?i)\bwarn|\boptional`, says: `\bspawn(?:Sync)? ([\w./+@-]+) ENOENT|Cannot run program "([^"]+)"`, tell: commandNotFound},
		{rule: "command_not_found", reports: `exec: "?([^\s":]+)"?: (?:executable file not found|no such file or directory|stat )`, tell: commandNotFound},
		{
			rule: "unknown_option", stages: "build", says: `Unable to parse command line options: ([^\n]+)|^error: unexpected argument '([^']+)' found|^error: unknown option '?(-[\w-]+)|^error Unknown option[^\n]*'(-[^']+)'|^no such option: (-\S+)|flag provided but not defined: (-\S+)|ERROR\s+Unknown option:? '([^']+)'`,
			why: "The tool does not know an option of its command: {}.", fix: "Take it out of the command, or use a version of the tool that knows it.",
		},
		{
			rule: "outside_the_context", stages: "build", says: `failed to find a workspace root|failed to read \x60((?:/|\.\.)\S*Cargo\.toml)\x60|replacement directory (\S+) does not exist|\(replaced by (\.\.\S+)\): reading|error TS5083: Cannot read file '(/[^'/]+\.json)'|File '(\.\./[^']+)' not found`,
			why: "The project builds on a folder above or beside its own, which is not in the build: {}.", fix: "Build from the folder that holds both (the build's context), or copy what is needed into the service.",
		},
		{
			// Viper's ConfigFileNotFoundError. It names the file without its ending, which
			// may be that of any format viper reads (SetConfigName of pkg.go.dev/github.com/spf13/viper).
			rule: "file_missing", stages: "start", but: `(?i)\bwarn|\bdebug\b|\binfo\b`, says: `Config File \\?"([^"\\\n]+)\\?" Not Found in \\?"\[([^\]\n]*)\]`,
			tell: func(_ circumstances, m []string) explanation {
				name := m[1]
				if !strings.Contains(name, ".") {
					name += ".yml, .yaml, .toml or .json"
				}
				return explanation{
					why: "The program wants its configuration, a file named " + name + ", in " + strings.ReplaceAll(m[2], " ", ", ") + "; it is not in the image.",
					fix: "Commit a configuration that may be public and have the build copy it there, or mount one where it is deployed.",
				}
			},
		},
		{
			rule: "file_missing", stages: "start", unless: `(?:^|/)\.(?:env|git(?:/|$))`, but: `(?i)\bwarn|\boptional|\bdebug\b`, says: `ENOENT: no such file or directory, (?:open|stat|scandir|lstat|access|readlink) '([^']+)'|"file://([^"\n]+)": open \.: no such file or directory|FileNotFoundError: \[Errno 2\] No such file or directory: '([^']+)'|(?:open|stat|lstat) (\S+): no such file or directory|FileNotFoundException: (\S+) \(No such file or directory\)|No such file or directory @ \w+ - (\S+)|Could not find file '([^']+)'`,
			tell: func(c circumstances, m []string) explanation {
				file := firstNonEmpty(m[1:])
				return explanation{
					why: "The program wants the file " + file + ", which is not in the image.", edits: copied(c, file),
					fix: "Let the build write it and the runtime copy it, commit it, or, where it belongs to a deployment, let the program do without it.",
				}
			},
		},
		{
			rule: "file_missing", stages: "build", general: true, says: `ENOENT: no such file or directory, (?:open|stat|scandir|lstat) '([^']+)'|(?:can't open|cannot open|can't cd to|cannot stat|cannot access|cannot find) '?([^':\n]+)'?:? (?:\[Errno 2\] )?No such file|No such file or directory: '([^']+)'|could not find \x60(Cargo\.toml)\x60 in|there is no (POM) in this directory|^(?:cat|cp|mv|ls|cd|sh|/bin/sh: \d+: cd|make): '?([^':\n]+)'?: No such file or directory`,
			why: "{} is not there where the command runs.", fix: "Correct the path; a file of the project must be copied before the command runs, and must not be ignored.",
		},
		{
			rule: "wrong_folder", stages: "start", reports: `chdir to cwd \("([^"]+)"\)[^\n]*no such file or directory|mkdir (\S+): not a directory`,
			why: "The working folder {} is not in the image.", fix: "Correct the runtime's workdir.",
		},
	}
}

// shellSays and notFound are how dash, bash, busybox and Go say that there is
// no such command.
const (
	shellSays = `(?:/bin/(?:ba|da)?sh: (?:line )?(?:\d+: )?|^(?:ba|da)?sh: (?:line )?(?:\d+: )?|exec: "?|^\S+\.sh: (?:line )?\d+: )`
	notFound  = `(?:not found|stat \S+: no such file|executable file not found|command not found|[Nn]o such file or directory|inaccessible or not found)`
)

// packaged are the commands of which we know Debian's package.
func packaged() string {
	var names []string
	for name := range aptOf {
		if !strings.Contains(name, ".") {
			names = append(names, regexp.QuoteMeta(name))
		}
	}
	for name := range debian.Programs {
		if _, known := aptOf[name]; !known && name != "node" {
			names = append(names, regexp.QuoteMeta(name))
		}
	}
	slices.Sort(names)
	return strings.Join(names, "|")
}

// commandNotFound tells a tool of the project's own from one of the system.
func commandNotFound(c circumstances, m []string) explanation {
	name := firstNonEmpty(m[1:])
	if _, ok := packageOf(name); ok {
		return missingSystem(c, name)
	}
	below := strings.TrimPrefix(path.Clean(name), path.Join("/", c.Document.Runtime.Workdir)+"/")
	switch {
	case strings.Contains(name, "/") && c.Has != nil && !path.IsAbs(below) && c.Has(below):
		return unixLines(c, name)
	case strings.Contains(name, "/"):
		return explanation{why: name + " is not in the image.", fix: "Correct the path, or let an earlier step make the file and the runtime copy it."}
	case nodeTool(c, name):
		return explanation{
			why: name + " is not in the image: package.json's packages do not bring it, or only its development dependencies do, and those were left out.",
			fix: "Add the package that holds it to the dependencies, and let the build install the development dependencies too.", edits: developmentToo(c),
		}
	}
	return explanation{why: name + " is not in the image.", fix: "Correct the command, or install what holds it."}
}

// developmentToo is for a build alone: what runs needs no tools.
func developmentToo(c circumstances) []Edit {
	if c.failure.Stage != "build" {
		return nil
	}
	return withDevelopment(c)
}

// nodeTool reports whether a script of package.json asked for the command.
func nodeTool(c circumstances, name string) bool {
	system := c.Document.Metadata.BuildSystem
	return slices.Contains([]string{"npm", "yarn", "pnpm", "bun"}, system) && !slices.Contains([]string{"npm", "npx", "yarn", "pnpm", "bun", "node", "corepack"}, name)
}

// interpreterMissing is a script whose first line names a program that is not
// there.
func interpreterMissing(c circumstances, m []string) explanation {
	name := firstNonEmpty(m[1:])
	t := explanation{
		why: name + " names an interpreter that is not in the image, or its lines end as Windows writes them.",
		fix: "Install what its first line (#!) names, and let the file's lines end with LF alone.",
	}
	if pkg, ok := packageOf(path.Base(name)); ok && !strings.Contains(m[0], `\r`) {
		t.edits = addPackage(c, pkg)
	}
	return t
}

// execFormat is ENOEXEC of execve(2): neither a program for this processor nor
// a script with its interpreter named.
func execFormat(_ circumstances, m []string) explanation {
	what := "The file"
	if name := firstNonEmpty(append(m[min(1, len(m)):], "")); name != "" {
		what = path.Base(name)
	}
	return explanation{
		why: what + " cannot be executed: it is a script whose first line names no interpreter (#!/bin/sh), or a program for another processor.",
		fix: "Write #!/bin/sh as the script's first line, or build the program for the image's platform.",
	}
}
