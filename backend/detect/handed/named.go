package handed

import (
	"slices"

	"aipack/backend/detect/backing"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// goBetween are words in sources of Python that ask a queue or a cache for a program, by an
// address in settings: Celery and its kin, caches, sessions and limits of web frameworks,
// channels.
var goBetween = []string{
	"celery", "kombu", "dramatiq", "huey", "import rq", "from rq", "taskiq", "arq",
	"cache", "session", "limiter", "socketio", "channel", "broker", "django_redis", "aioredis", "pika", "queue",
}

// NeverNamed reports whether nothing in a program of Python, all of whose sources are read,
// names a queue or a cache for which there is a client among its packages: a list that pip
// wrote holds what other packages once brought along, and what was tried
// (https://pip.pypa.io/en/stable/cli/pip_freeze/). Databases are loaded by their address.
func NeverNamed(p *language.Project, set *source.Set, kinds []string) bool {
	if p.Language == nil || p.Language.ID != "python" || !set.Whole() || slices.ContainsFunc(kinds, func(kind string) bool { return backing.Known(kind).Main }) {
		return false
	}
	words := slices.Clone(goBetween)
	for _, kind := range kinds {
		words = append(append(words, kind), backing.Known(kind).Words...)
	}
	for _, f := range set.Files() {
		if slices.ContainsFunc(words, f.ContainsFold) {
			return false
		}
	}
	return len(set.Files()) > 0
}
