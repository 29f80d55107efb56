package command

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// essence is what a command line starts: each entry is one name of it, and two
// lines that share one start the same.
//
//	file:src/server     a script or module, without its suffix
//	jar:shop            a Java archive, without its version
//	class:com.x.main    a class
//	bin:shop serve      any other program and its first word
//	a wsgi, a jar       one of many of its kind; several lines may be that
//	any wsgi, any jar   whichever of the kind there is
type essence []string

// The kinds of which one may stand for whichever there is.
const (
	anyJar    = "any jar"    // a pattern, or a name that images give
	aJar      = "a jar"      // an archive or a class
	anyDjango = "any django" // manage.py runserver
	aDjango   = "a django"   // the application that Django's project has for servers
	anyFlask  = "any flask"  // flask run
	aFlask    = "a flask"    // what a server of Python, or Python itself, is given
)

var (
	suffix   = regexp.MustCompile(`\.(?:[cm]?[jt]sx?|py|rb|php|exe|jar|sh)$`)
	numbered = regexp.MustCompile(`[-_]v?\d[\w.+-]*$`)
	module   = regexp.MustCompile(`^[A-Za-z_][\w.]*(?::[A-Za-z_][\w.]*(?:\(.*\))?)?$`)
	class    = regexp.MustCompile(`^[a-z]\w*(?:\.\w+)+$`)
	subword  = regexp.MustCompile(`^[a-z][\w:-]*$`)
	runners  = []string{"node", "bun", "ts-node", "tsx", "deno", "nodemon"}
	nodeTake = []string{"-r", "--require", "--import", "--loader", "--env-file", "--config", "-C", "--conditions"}
	pyTake   = []string{"-b", "--bind", "-w", "--workers", "-k", "--worker-class", "-c", "--config", "--host", "--port", "-p", "-h", "--log-level", "--log-config",
		"--threads", "--timeout", "-t", "--access-logfile", "--error-logfile", "--chdir", "--app-dir", "--loop", "--http", "--interface", "--root-path", "--forwarded-allow-ips"}
)

// fileName is a file's name without suffix and without the difference between
// _ and -.
func fileName(f string) string {
	return strings.ToLower(strings.ReplaceAll(suffix.ReplaceAllString(places.ReplaceAllString(f, "$1"), ""), "_", "-"))
}

// files are the names of a script: as it is written, and from the folder that
// is changed to and from that of the service.
func (l line) files(service, name string) essence {
	var out essence
	for _, whole := range []string{name, path.Join(l.dir, name), path.Join(service, l.dir, name)} {
		key := fileName(path.Clean(whole))
		key = strings.TrimSuffix(strings.TrimSuffix(key, "/--main--"), "/index")
		out = append(out, "file:"+key)
	}
	return out
}

func (l line) modules(service, name string) essence {
	name, _, _ = strings.Cut(name, ":")
	if strings.HasSuffix(name, ".py") {
		return l.files(service, name)
	}
	return l.files(service, strings.ReplaceAll(name, ".", "/"))
}

// essence says what a line starts, in the folder of its service.
func (l line) essence(service string) essence {
	if len(l.words) == 0 {
		return nil
	}
	program, args := l.words[0], l.words[1:]
	switch {
	case program == runScript:
		return nil
	case slices.Contains(runners, program):
		for _, a := range positional(args, nodeTake) {
			if a != "run" && a != "start" && a != "serve" {
				return l.files(service, a)
			}
		}
	case source.MatchString(program) || strings.HasSuffix(program, ".sh") || strings.HasSuffix(program, ".py"):
		return l.files(service, program)
	case program == "python":
		return l.python(service, args)
	case slices.Contains(servers, program) || program == "fastapi":
		return l.served(service, program, args)
	case program == "flask":
		if list := positional(args, []string{"--app", "-A"}); len(list) > 0 && list[0] != "run" {
			return essence{"bin:flask " + strings.Join(list, " ")}
		}
		if app := after(args, "--app", "-A"); app != "" {
			return l.modules(service, app)
		}
		return essence{anyFlask}
	case program == "streamlit":
		if list := positional(args, nil); len(list) > 1 {
			return l.files(service, list[1])
		}
	case program == "java":
		return java(args)
	}
	return binary(program, args)
}

func binary(program string, args []string) essence {
	key := "bin:" + fileName(program)
	if len(args) > 0 && subword.MatchString(args[0]) {
		key += " " + args[0]
	}
	return essence{key}
}

// python is `python FILE` and `python -m MODULE`.
func (l line) python(service string, args []string) essence {
	if i := slices.Index(args, "-m"); i >= 0 && i+1 < len(args) {
		out := l.modules(service, args[i+1])
		return append(out, binary(args[i+1], args[i+2:])...) // a module's console script has its name
	}
	list := positional(args, nil)
	if len(list) == 0 {
		return essence{"bin:python"}
	}
	if path.Base(list[0]) == "manage.py" {
		if len(list) > 1 && list[1] == "runserver" {
			return essence{anyDjango}
		}
		return essence{"bin:manage " + strings.Join(list[1:], " ")}
	}
	return append(l.files(service, list[0]), aFlask)
}

// served is an application that a server of Python is given.
func (l line) served(service, program string, args []string) essence {
	l.dir = path.Join(l.dir, after(args, "--chdir", "--app-dir"))
	list := positional(args, pyTake)
	if program != "fastapi" {
		slices.Reverse(list) // the server's own options come first
	}
	for _, a := range list {
		switch {
		case strings.HasSuffix(a, ".py"):
			return l.files(service, a)
		case program == "fastapi" && (a == "run" || a == "dev"):
		case module.MatchString(a):
			out := append(l.modules(service, a), aFlask)
			if name, _, _ := strings.Cut(a, ":"); strings.HasSuffix(name, "wsgi") || strings.HasSuffix(name, "asgi") {
				out = append(out, aDjango)
			}
			return out
		}
	}
	return essence{"bin:" + program}
}

// java is `java -jar` and `java MAIN`.
func java(args []string) essence {
	if i := slices.Index(args, "-jar"); i >= 0 {
		for _, a := range args[i+1:] {
			if !strings.HasPrefix(a, "-") && !strings.HasPrefix(a, "$J") {
				return jar(path.Base(a))
			}
		}
		return essence{anyJar}
	}
	for _, a := range positional(args, []string{"-cp", "-classpath", "--class-path"}) {
		if class.MatchString(a) {
			return essence{"class:" + strings.ToLower(a), aJar}
		}
	}
	return essence{anyJar}
}

// jar names an archive without its version; a pattern and the names that
// images give it stand for any.
func jar(name string) essence {
	if strings.ContainsAny(name, "*$") {
		return essence{anyJar}
	}
	key := numbered.ReplaceAllString(fileName(name), "")
	if slices.Contains(generic, key) {
		return essence{anyJar}
	}
	return essence{"jar:" + key, aJar}
}

// positional are the arguments that are no flags and no value of those that
// take one.
func positional(args, take []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		switch {
		case slices.Contains(take, args[i]):
			i++
		case !strings.HasPrefix(args[i], "-"):
			out = append(out, args[i])
		}
	}
	return out
}

// after is the value of a flag, "" where it is not given.
func after(args []string, flags ...string) string {
	for i, a := range args {
		for _, f := range flags {
			if a == f && i+1 < len(args) {
				return args[i+1]
			}
			if v, ok := strings.CutPrefix(a, f+"="); ok {
				return v
			}
		}
	}
	return ""
}
