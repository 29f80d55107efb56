package source

import (
	"regexp"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/npm"
)

// Undeclared finds a package that a program imports when it runs, which package.json does
// not declare, and which pnpm's lock file has nevertheless, for another package needs it.
// Other managers put it where the import finds it; pnpm does not, unless it is told to
// hoist (https://pnpm.io/faq, https://pnpm.io/settings#shamefullyhoist).
func Undeclared(f *language.Folder, pkg npm.Package, lock, entry string) Needed {
	if entry == "" || lock == "" {
		return Needed{}
	}
	return language.Once(f, "node.undeclared."+entry, func() Needed {
		return runtimeOf(f, entry, func(name string) bool {
			return name != "" && name != pkg.Name && !builtIn[name] && !pkg.Has(name) && inPNPMLock(lock, name)
		})
	})
}

// inPNPMLock knows a package's entry in the forms of the lock file's versions 5, 6 and 9:
// /a/1.0.0:, /a@1.0.0:, a@1.0.0: and 'a@1.0.0':.
func inPNPMLock(lock, name string) bool {
	return regexp.MustCompile(`(?m)^  ['"]?/?` + regexp.QuoteMeta(name) + `[@/]\d`).MatchString(lock)
}

// builtIn are the modules of Node.js that packages are called like, too.
// https://nodejs.org/api/modules.html#built-in-modules
var builtIn = language.Words(`assert buffer child_process cluster console constants crypto dgram dns domain events fs http http2 https
 module net os path perf_hooks process punycode querystring readline stream string_decoder sys timers tls tty url util v8 vm worker_threads zlib`)

// hoists are settings by which a project says itself what pnpm hoists.
var hoists = []string{"hoist", "node-linker", "nodeLinker"}

// SaysHoisting reports whether a text of pnpm's settings does.
func SaysHoisting(settings string) bool {
	for _, word := range hoists {
		if strings.Contains(settings, word) {
			return true
		}
	}
	return false
}
