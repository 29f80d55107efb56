package cause

import (
	"regexp"
	"sync"
)

// passing are the words for what passes by itself: a server that is overloaded,
// restarted or asks for patience (RFC 9110, 15.6; RFC 6585, 4), a connection
// that broke, an answer that did not come in time, a name that could not be
// resolved for now (getaddrinfo(3), EAI_AGAIN).
var passing = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:status|code|error|response|got|http(?:/[\d.]+)?|returned|returns|answers|:) ?:? ?\(?"?(?:429|50[0234])\b|\b(?:E|FETCH_)(?:429|50[0234])\b|\b(?:429 too many|500 internal server|502 bad gateway|503 service|504 gateway)` +
		`|too ?many ?requests|bad gateway|service (?:temporarily )?unavailable|gateway time-?out|lease does not exist|hash sum mismatch|mirror sync in progress` +
		`|timed? ?-?out\b|ETIMEDOUT\b|\bERR_SOCKET_TIMEOUT\b|\bReadTimeout|\bConnectTimeout|context deadline exceeded` +
		`|connection (?:was )?(?:reset|aborted|closed)|\bECONNRESET\b|reset by peer|broken pipe|unexpected (?:EOF|end of file)|early EOF|": EOF$|remote end (?:closed connection|hung up)|socket hang up|IncompleteRead|transfer closed with` +
		`|\bEAI_AGAIN\b|temporary failure (?:in name resolution|resolving)|server misbehaving|curl: \((?:18|28|52|55|56|92)\)|curl error (?:18|28|52|55|56)\b|\[(?:18|28|52|55|56)\] `)
})

// gotten are lines in which a tool says that it has got something from the
// network: apt, pip and uv, the go command, Cargo, npm, pnpm, Maven and Gradle,
// Bundler, Composer.
var gotten = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:#\d+ \S+ )?(?:Get:\d+ https?://|Fetched \d|\s*Downloading \S|\s*Downloaded \S|go: downloading |added \d+ packages|\[INFO\] Downloaded from |Download https?://|Fetching \S+ \d|Installing \S+ \d|npm http fetch GET 200|Progress: resolved [1-9])`)
})

// Reached reports whether a log shows that the network was there.
func Reached(log []string) bool {
	for _, line := range log[:min(len(log), 2000)] {
		if gotten().MatchString(plain(line)) {
			return true
		}
	}
	return false
}

// classOf is whose matter a failure is; at is the line that says it, -1 for
// none.
func (k *way) classOf(c circumstances, at int) Class {
	switch {
	case k.fetches && c.failure.Stage == "build" && passing().MatchString(c.words(at)) && (k.class == "" || c.Reached || Reached(c.Log)):
		return Transient
	case k.class != "":
		return k.class
	}
	return Project
}

// words are the line that says it, with what follows from it, or what the
// builder says.
func (c circumstances) words(at int) string {
	if at < 0 {
		return c.builder
	}
	return c.log.window(at, 3)
}
