package conceal

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/secret/credential"
)

// Most is how many bytes of a file are looked at as a whole. Of what is longer only
// sources and lock files are shown, and these by the rules that need no more than a
// line: see Line.
const Most = 512 << 10

// File is a file's text with its secrets hidden. Every line of it is one of the file's.
// What is hidden depends on the whole text, so that a piece must be taken of the
// answer, never of the question.
func File(name, text string) string {
	if len(text) > Most && !Long(name) {
		return everyLine(text, "unchecked").Hide(text, true, ignored)
	}
	return find(name, text).Hide(text, true, ignored)
}

func ignored(string) {}

// Text is a text of which nothing else is known, with its secrets hidden.
func Text(text string) string { return Find(text).Hide(text, false, ignored) }

// Variable is the value of a container's variable with what is secret of it hidden.
// Names that tell of no secret count: see PlainName.
func Variable(name, value string) string {
	return variable(value, name, 0, len(value)).Hide(value, false, ignored)
}

// Long reports whether a file may be shown in part where it is too long to be looked at
// as a whole: a source of a program, or what a package manager has locked.
func Long(name string) bool {
	base := strings.ToLower(path.Base(name))
	return credential.Source(base) && path.Ext(base) != ".sql" || locked(base)
}

// locked reports whether a file is what a package manager has locked.
func locked(base string) bool {
	return slices.ContainsFunc([]string{
		".lock", "-lock.json", "-lock.yaml", ".lockfile", ".lock.json", ".lockb", "go.sum",
	}, func(end string) bool { return strings.HasSuffix(base, end) })
}

// Line is a line of a file that was not looked at as a whole.
func Line(name, line string) string {
	if !Long(name) {
		return everyLine(line, "unchecked").Hide(line, true, ignored)
	}
	return Find(line).Hide(line, true, ignored)
}

// find finds the secrets of a whole file.
func find(name, text string) Spans {
	if len(text) > Most {
		return nil
	}
	if IsEnv(path.Base(name)) {
		return env(name, text)
	}
	if signsIn(name) {
		return everyLine(text, "credential")
	}
	var out Spans
	if kind, held, ok := credential.Holding(name, text); ok {
		if !kind.Settings {
			return everyLine(text, "credential")
		}
		for _, h := range held {
			out = out.Every(text, h.Value, "credential")
		}
	}
	out = append(out, Find(text)...)
	if credential.Prose(name) || locked(strings.ToLower(path.Base(name))) {
		return out
	}
	return append(out, placed(name, text)...)
}

// env finds the values of a whole environment file. In one that only shows the form,
// what people are told to replace stays.
func env(name, text string) Spans {
	found := append(FindEnv(text), Find(text)...)
	if !credential.Example(name) {
		return found
	}
	return slices.DeleteFunc(found, func(s Span) bool { return standIn(text[s.Start:s.End]) })
}

// standIn reports whether a value says that it is to be replaced.
func standIn(value string) bool {
	v := strings.ToLower(strings.Trim(value, ` "'`))
	letters := strings.Trim(v, "abcdefghijklmnopqrstuvwxyz_- .") == ""
	for _, begin := range []string{"your", "my-", "my_", "insert", "enter", "paste", "put-", "put_", "replace", "change", "some", "fill", "todo", "xxx", "example"} {
		if letters && strings.HasPrefix(v, begin) {
			return true
		}
	}
	return strings.HasPrefix(v, "<") && strings.HasSuffix(v, ">") || strings.Trim(v, "x*.-_0") == ""
}

// everyLine hides all of a text.
func everyLine(text, kind string) Spans { return Spans{{0, len(text), kind}} }

// tellTale are names of files that hold nothing but what signs somebody in, beside those
// that package credential leaves out of images.
var tellTale = []string{
	".curlrc", "_curlrc", ".wgetrc", "chap-secrets", "pap-secrets", "shadow", "shadow-", "gshadow",
	"gshadow-", "master.passwd", "ipsec.secrets", ".rediscli_auth", ".dbshell",
	"credentials", "credentials.xml", "secrets.properties", ".secrets", "wpa_supplicant.conf", ".ldaprc",
	".lftprc", ".ncftp", ".plan9", ".npmtoken", ".token", ".tokens", ".mongorc.js", ".esmtprc",
}

// signsIn reports whether a file's name alone says that nothing in it is for others.
func signsIn(name string) bool {
	base := strings.ToLower(path.Base(name))
	if slices.Contains(tellTale, base) || strings.HasSuffix(base, ".ovpn") {
		return true
	}
	kind, named := credential.Named(name)
	return named && kind.Always && kind.Holds == nil && kind.Inside == nil
}
