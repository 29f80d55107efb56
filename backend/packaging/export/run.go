package export

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"aipack/backend/universalbuild"
)

// mount is a flag of RUN and the field it came from.
type mount struct{ flag, field string }

// step is what a command of the build does.
type step int

const (
	fetching step = iota // dependencies
	building
	clearing // up, and collecting what is shipped
)

// caches gives the cache mounts of a step. A mount point cannot be removed:
// package managers empty node_modules before they fill it, so caches in there
// are for building only, and none of the project's own is in the way when
// what is left over is cleared.
func (w *writer) caches(dir string, s step) []mount {
	var mounts []mount
	var seen []string
	for i, c := range w.doc.Build.CachePaths {
		field := "/build/cache_paths/" + strconv.Itoa(i)
		target := strings.TrimSuffix(join(dir, c), "/")
		switch {
		case !plain(target) || strings.ContainsAny(target, ",="):
			w.unfit(field, fmt.Sprintf("%q cannot stand in a mount; only letters, digits and ._/:@+%%~- can", c))
			continue
		case target == "" || target == path.Clean(dir):
			w.unfit(field, "would hide the whole working folder behind a cache")
			continue
		case slices.Contains(seen, target),
			s == fetching && slices.Contains(strings.Split(target, "/"), "node_modules"),
			s == clearing && inside(dir, target):
			continue
		}
		seen = append(seen, target)
		mounts = append(mounts, mount{cacheMount(w.name(), dir, c), field})
	}
	return append(mounts, w.secrets()...)
}

// secrets gives the build's secrets as mounts.
func (w *writer) secrets() []mount {
	var mounts []mount
	list, fields := w.doc.BuildSecrets()
	for i, s := range list {
		flag := "--mount=type=secret,id=" + s.ID
		switch {
		case !universalbuild.SecretID(s.ID):
			w.unfit(fields[i]+"/id", fmt.Sprintf("%q is no id; only letters, digits and _.- can stand in one", s.ID))
			continue
		case s.Target != "" && (!path.IsAbs(s.Target) || path.Clean(s.Target) == "/" || !plain(s.Target) || strings.ContainsAny(s.Target, ",=")):
			w.unfit(fields[i]+"/target", fmt.Sprintf("%q is no plain absolute path", s.Target))
			continue
		case s.Target != "":
			flag += ",target=" + path.Clean(s.Target)
		case !only(s.Env, "_"):
			w.unfit(fields[i]+"/env", fmt.Sprintf("no shell has a variable of the name %q", s.Env))
			continue
		}
		if s.Required {
			flag += ",required"
		}
		mounts = append(mounts, mount{flag, fields[i]})
	}
	return mounts
}

// preamble sets, inside a command of the build, what ENV must not hold. The
// secret's file is read, because a mount's env= needs BuildKit 0.16.
func (w *writer) preamble() string {
	var b strings.Builder
	list, _ := w.doc.BuildSecrets()
	for _, s := range list {
		read := "export " + s.Env + `="$(cat /run/secrets/` + s.ID + `)"; `
		switch {
		case s.Target != "" || !only(s.Env, "_") || !universalbuild.SecretID(s.ID):
		case s.Required:
			b.WriteString(read)
		default:
			b.WriteString("if [ -f /run/secrets/" + s.ID + " ]; then " + strings.TrimSuffix(read, " ") + " fi; ")
		}
	}
	for _, name := range secretNames(w.doc.Build.Environment) {
		given := slices.ContainsFunc(list, func(s universalbuild.Secret) bool { return s.ID == name || s.Env == name })
		if !given && only(name, "_") {
			b.WriteString("export " + name + "=" + shellQuote(w.doc.Build.Environment[name]) + "; ")
		}
	}
	return b.String()
}

// flags are how a build of the document is given its secrets on a command line.
func flags(doc universalbuild.UniversalBuild) string {
	var b strings.Builder
	list, _ := doc.BuildSecrets()
	for _, s := range list {
		b.WriteString(" --secret id=" + s.ID)
		switch {
		case s.File != "":
			b.WriteString(",src=" + shellQuote(s.File))
		case s.Target != "":
			b.WriteString(",src=" + shellQuote(path.Base(s.Target)))
		case s.Env != s.ID:
			b.WriteString(",env=" + s.Env)
		}
	}
	return b.String()
}

// runs writes one RUN per command, so that a failure names its command.
func (w *writer) runs(commands []string, field string, mounts []mount) {
	preamble := w.preamble()
	for i, c := range commands {
		if strings.TrimSpace(c) == "" {
			w.unfit(field+"/"+strconv.Itoa(i), "is empty; remove it")
			continue
		}
		w.run(preamble+c, field+"/"+strconv.Itoa(i), mounts)
	}
}

// run writes a shell line. One that BuildKit would read in another way, as
// flags, a here-document, a comment, exec form or several lines, is handed to
// the shell in exec form.
func (w *writer) run(command, field string, mounts []mount) {
	w.argument(command, field)
	text := command
	if !plainCommand(command) {
		text = jsonArray([]string{"/bin/sh", "-c", command})
	}
	if len(mounts) == 0 {
		w.line("RUN "+text, field)
		return
	}
	for i, m := range mounts {
		lead := "    "
		if i == 0 {
			lead = "RUN "
		}
		w.line(lead+m.flag+` \`, field, m.field)
	}
	w.line("    "+text, field)
}

// plainCommand reports whether a shell line can stand behind RUN as it is.
func plainCommand(c string) bool {
	return printable(c) && c == strings.TrimSpace(c) && c != "" &&
		!strings.Contains(c, "<<") && !strings.HasSuffix(c, `\`) &&
		!strings.HasPrefix(c, "[") && !strings.HasPrefix(c, "--") && !strings.HasPrefix(c, "#")
}

func validArgument(s string) bool {
	return utf8.ValidString(s) && !strings.Contains(s, "\x00")
}
