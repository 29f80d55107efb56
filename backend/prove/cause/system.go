package cause

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// aptOf names the Debian package that holds a header, library or program that
// builds ask for by another name (Debian's package contents).
var aptOf = map[string]string{
	"pg_config": "libpq-dev", "libpq-fe.h": "libpq-dev", "mysql_config": "default-libmysqlclient-dev", "mysql.h": "default-libmysqlclient-dev",
	"ffi.h": "libffi-dev", "openssl/ssl.h": "libssl-dev", "zlib.h": "zlib1g-dev", "sqlite3.h": "libsqlite3-dev", "yaml.h": "libyaml-dev",
	"crypt.h": "libcrypt-dev", "libxml/xmlversion.h": "libxml2-dev", "jpeglib.h": "libjpeg-dev", "png.h": "libpng-dev", "curl/curl.h": "libcurl4-openssl-dev",
	"make": "make", "gcc": "build-essential", "cc": "build-essential", "g++": "build-essential", "c++": "build-essential", "swig": "swig", "git": "git", "python3": "python3", "python": "python-is-python3",
	"pkg-config": "pkg-config", "cmake": "cmake", "curl": "curl", "wget": "wget", "unzip": "unzip", "bash": "bash", "protoc": "protobuf-compiler",
	"libpq.so.5": "libpq5", "libssl.so.3": "libssl3", "libGL.so.1": "libgl1", "libstdc++.so.6": "libstdc++6", "libsqlite3.so.0": "libsqlite3-0",
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

func missingSystem(c circumstances, what string) told {
	pkg, ok := aptOf[what]
	if !ok {
		return told{why: what + " is not in the image.", fix: "Add the Debian package that holds it to the system packages."}
	}
	return told{
		why: fmt.Sprintf("%s is not in the image; Debian's package %s holds it.", what, pkg),
		fix: "Add " + pkg + " to the system packages.", edits: addPackage(c, pkg),
	}
}

// systemCauses are what the system says of any program.
func systemCauses() []way {
	return []way{
		{rule: "missing_system_package", says: `pg_config executable not found`, tell: func(c circumstances, _ []string) told { return missingSystem(c, "pg_config") }},
		{
			rule: "missing_system_package", says: `fatal error: (\S+\.h): No such file|(?:error while loading shared libraries: |cannot open shared object file[^\n]*?|ImportError: )(lib[\w+.-]+\.so[.\d]*)|(lib[\w+.-]+\.so[.\d]*): cannot open shared object file`,
			tell: func(c circumstances, m []string) told { return missingSystem(c, firstNonEmpty(m[1:])) }, first: true,
		},
		{
			rule: "missing_system_package", stages: "build", says: "linker [`']([^`']+)[`'] not found|error: command '(?:\\S+-)?(gcc|cc|g\\+\\+|c\\+\\+|cmake|swig)' failed: No such file|unable to execute '(?:\\S+-)?(gcc|cc|g\\+\\+|c\\+\\+)'|Package '?\"?([\\w.+-]+)'?\"?, required by 'virtual:world', not found|(?:gyp ERR! find Python|Could not find any Python installation)()|exec: \"(gcc|cc|g\\+\\+|git|make|protoc)\": executable file not found",
			tell: func(c circumstances, m []string) told {
				if what := firstNonEmpty(m[1:]); what != "" {
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
			why: "{} names an interpreter that is not in the image, or its lines end as Windows writes them.",
			fix: "Install what its first line (#!) names, and let the file's lines end with LF alone.",
		},
		{rule: "missing_system_package", says: shellSays + `(` + packaged() + `)"?: ` + notFound, tell: func(c circumstances, m []string) told { return missingSystem(c, m[1]) }},
		{rule: "command_not_found", says: shellSays + `([\w./+@-]+)"?: ` + notFound, tell: commandNotFound},
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
			rule: "file_missing", stages: "start", unless: `(?:^|/)\.env`, but: `(?i)\bwarn|\boptional`, says: `ENOENT: no such file or directory, (?:open|stat|scandir|lstat|access|readlink) '([^']+)'|"file://([^"\n]+)": open \.: no such file or directory|FileNotFoundError: \[Errno 2\] No such file or directory: '([^']+)'|(?:open|stat|lstat) (\S+): no such file or directory|FileNotFoundException: (\S+) \(No such file or directory\)|No such file or directory @ \w+ - (\S+)|Could not find file '([^']+)'`,
			why: "The program wants the file {}, which is not in the image.", fix: "Let the build write it and the runtime copy it, commit it, or, where it belongs to a deployment, let the program do without it.",
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
	slices.Sort(names)
	return strings.Join(names, "|")
}

// commandNotFound tells a tool of the project's own from one of the system.
func commandNotFound(c circumstances, m []string) told {
	name := m[1]
	if _, ok := aptOf[name]; ok {
		return missingSystem(c, name)
	}
	switch {
	case strings.Contains(name, "/"):
		return told{why: name + " is not in the image.", fix: "Correct the path, or let an earlier step make the file and the runtime copy it."}
	case nodeTool(c, name):
		return told{
			why: name + " is not in the image: package.json's packages do not bring it, or only its development dependencies do, and those were left out.",
			fix: "Add the package that holds it to the dependencies, and let the build install the development dependencies too.",
		}
	}
	return told{why: name + " is not in the image.", fix: "Correct the command, or install what holds it."}
}

// nodeTool reports whether a script of package.json asked for the command.
func nodeTool(c circumstances, name string) bool {
	system := c.Document.Metadata.BuildSystem
	return slices.Contains([]string{"npm", "yarn", "pnpm", "bun"}, system) && !slices.Contains([]string{"npm", "npx", "yarn", "pnpm", "bun", "node", "corepack"}, name)
}

// execFormat is ENOEXEC of execve(2): neither a program for this processor nor
// a script with its interpreter named.
func execFormat(_ circumstances, m []string) told {
	what := "The file"
	if name := firstNonEmpty(append(m[min(1, len(m)):], "")); name != "" {
		what = path.Base(name)
	}
	return told{
		why: what + " cannot be executed: it is a script whose first line names no interpreter (#!/bin/sh), or a program for another processor.",
		fix: "Write #!/bin/sh as the script's first line, or build the program for the image's platform.",
	}
}
