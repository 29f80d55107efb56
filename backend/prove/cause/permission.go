package cause

import (
	"path"
	"strconv"
	"strings"
)

// permissionCauses are what the system forbids to an ordinary user.
func permissionCauses() []way {
	return []way{
		{rule: "low_port", stages: "start health",
			says: `listen EACCES: permission denied (?:\S*:)?(\d+)|listen tcp \S*?:(\d+): bind: permission denied` +
				`|bind\(\) to \S*?:(\d+) failed \(13: Permission denied\)` +
				`|(?:could not bind to address|Can't connect to|binding to) \S*?:(\d+)\D.*(?i:permission denied)` +
				`|Permission denied: AH\d+: make_sock: could not bind to address \S*?:(\d+)`, tell: lowPort},
		{
			rule: "low_port", stages: "start health", says: `\.bind\([\s\S]*PermissionError: \[Errno 13\]|(?i:\bbind\b[^\n]*(?:permission denied|\(13\)|EACCES))|SocketException \(13\): Permission denied|java\.net\.(?:Socket|Bind)Exception: Permission denied`, lines: 2, but: `\bunix\b|\.sock\b`,
			tell: func(c circumstances, _ []string) explanation { return lowPort(c, nil) },
		},
		{
			rule: "port_in_use", stages: "start health",
			says: `:(\d+): bind: address already in use|EADDRINUSE[^\n]*?:(\d+)\s*$|(?i)(?:address|port (\d+) is) already in use`,
			tell: portInUse,
		},
		{
			rule: "not_writable", tell: notWritable,
			says: `(?:EACCES|EROFS|EPERM)[^\n]*, (?:mkdir|open|write|unlink|rename|copyfile|rmdir|symlink|scandir|access) '([^']+)'` +
				`|PermissionError: \[Errno (?:13|1|30)\][^\n]*: '([^']+)'|OSError: \[Errno 30\] Read-only file system: '([^']+)'` +
				`|(?:mkdir|open|create|unlink|rename|touch|chmod|chown|openat) "?(/[^\s:"]+)"?: (?:permission denied|read-only file system)` +
				`|(?i:(?:mkdir|touch|cp|mv|rm|ln|install|tee|cannot create)\b[^\n]*?['‘ ](/[^\s:'’]+)['’]?: (?:permission denied|read-only file system))` +
				`|\(EACCES\)[^\n]*? (/[^\s:'"]+)|Permission denied @ \w+ - (\S+)` +
				`|(?:failed to open stream|file_put_contents)\(?(/[^\s)]+)?[^\n]*Permission denied|AccessDeniedException: (/\S+)` +
				`|FileNotFoundException: (/\S+) \((?:Permission denied|Read-only file system)\)` +
				`|The stream or file "([^"]+)" could not be opened[^\n]*(?i:permission denied)|Access to the path '([^']+)' is denied`,
		},
		{
			rule: "not_writable", stages: "start health", says: `attempt to write a readonly database|SQLITE_READONLY|unable to open database file|SQLITE_CANTOPEN`,
			tell: func(c circumstances, _ []string) explanation {
				t := explanation{
					why: "The program cannot write, or make, its SQLite file: its folder is missing or belongs to another user.",
					fix: "Keep the file in a folder that the program's user may write to, such as one made in the runtime's setup, or a volume.",
				}
				if folder := databaseFolder(c); folder != "" {
					t.edits = handedOver(c, folder)
				}
				return t
			},
		},
		{
			rule: "secret_file",
			says: `(/run/secrets/[\w./-]+)[^\n]*(?i:no such file|not found|ENOENT|does not exist|missing)` +
				`|(?i:ENOENT|no such file|not found|cannot|missing|failed)[^\n]*(/run/secrets/[\w./-]+)`,
			why: "It reads {}, a secret that is only there where someone mounts it.",
			fix: "Let the program take the value from a variable where the file is missing; in a build, mount it with RUN --mount=type=secret.",
		},
		{
			rule: "not_executable", says: `(?:^|[\s":])((?:\.{0,2}/)?[\w./-]+)"?: (?i:permission denied)\s*$`, exit: 126,
			tell: notExecutable,
		},
		{
			rule: "not_executable", stages: "start", says: `unable to start container process: .*exec: "([^"]+)": permission denied`,
			tell: notExecutable,
		},
		{
			rule: "not_executable", stages: "start", reports: `exec: "([^"]+)": permission denied`,
			tell: notExecutable,
		},
	}
}

// lowPort is a port below 1024, which Linux gives to root and to who has
// CAP_NET_BIND_SERVICE (capabilities(7)). It is moved where a variable or an
// option says it.
func lowPort(c circumstances, m []string) explanation {
	port := c.Port
	if n, err := strconv.Atoi(firstNonEmpty(append(m[min(1, len(m)):], ""))); err == nil {
		port = n
	}
	where := "a port below 1024"
	if port > 0 {
		where = "port " + strconv.Itoa(port)
	}
	return explanation{
		why: "The program may not listen on " + where + ": ports below 1024 are for root alone.",
		fix: "Let it listen on a higher port, such as 8080, by its variable or its configuration, and declare that one.", edits: higherPort(c, port),
	}
}

// portInUse is the program itself: without --network a container has its ports
// for itself.
func portInUse(_ circumstances, m []string) explanation {
	where := "the same port"
	if port := firstNonEmpty(m[1:]); port != "" {
		where = "port " + port
	}
	return explanation{
		why: "The program listens on " + where + " twice: two parts of it, or two of its processes, want it.",
		fix: "Give one of them another port, or start it once.",
	}
}

func notWritable(c circumstances, m []string) explanation {
	file := firstNonEmpty(m[1:])
	if file == "" {
		return explanation{
			why: what(c) + " may not write where it wants to.",
			fix: "Let it write below a folder that its user owns, such as one made in the runtime's setup, or a volume.",
		}
	}
	folder := path.Dir(file)
	if !strings.HasPrefix(file, "/") {
		folder = path.Join("/", c.Document.Runtime.Workdir, folder)
	}
	why := what(c) + " may not write " + file + ": it runs as an ordinary user, and that place is not its own."
	if strings.Contains(m[0], "EROFS") || strings.Contains(strings.ToLower(m[0]), "read-only") {
		why = what(c) + " cannot write " + file + ": that place is read-only."
	}
	if c.failure.Stage == "build" {
		return explanation{why: why, fix: "Give " + folder + " to the user that the build runs as, or run the step before USER."}
	}
	edits := handedOver(c, folder)
	if strings.Contains(strings.ToLower(m[0]), "mkdir") {
		folder = path.Join(folder, path.Base(file)) // it is the folder itself that is missing
		edits = made(c, folder)
	}
	return explanation{
		why: why, edits: edits,
		fix: "Give " + folder + " to the user in the runtime's setup (mkdir, chown), mount a volume there, or let the program write below /tmp.",
	}
}
