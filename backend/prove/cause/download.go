package cause

import "strings"

// downloadCauses are downloads that came to nothing, in the last words of those
// who made them: pip and uv, the go command, Cargo, apt, curl and wget, git,
// Bundler, Composer, Yarn, NuGet. Whether it passes stands in the same words.
func downloadCauses() []way {
	failed := func(says string) way {
		return way{rule: "download_failed", fetches: true, stages: "build", says: says, tell: notDownloaded, but: `(?i)\bwarn|\bretry(?:ing)?\b|\bspurious\b`}
	}
	return []way{
		failed(`ERROR: HTTP error ((?:429|5\d\d) while getting \S+)|ERROR: Could not install packages due to an OSError: (HTTPS?ConnectionPool[^\n]{0,300}|\([^\n]{0,200})|(?:requests|urllib3)\.exceptions\.((?:Read|Connect)\w*(?:Error|Timeout)|ProtocolError|ChunkedEncodingError|ConnectionError|NewConnectionError)|\b(IncompleteRead\([^\n]{0,100})`),
		failed(`(?:error: |× |  Caused by: )(Failed to (?:fetch|download|extract)[^\n]{0,300})|(HTTP status server error \([^)]*\)[^\n]{0,200})`),
		failed(`Get "(https?://[^"]+": (?:net/http|read|context|unexpected|EOF|dial|http2|stream)[^\n]{0,200})`),
		failed(`failed to get successful HTTP response from ([^\n]{0,200})|failed to download from (\x60[^\x60]+\x60)|error: failed to (download [^\n]{0,100})`),
		failed(`E: Failed to fetch ([^\n]{0,300})`),
		failed(`curl: \((?:18|28|35|52|55|56|92)\) ([^\n]{0,200})|curl: \(22\) (The requested URL returned error: \d+[^\n]{0,100})|curl error \d+ while downloading ([^\n]{0,200})`),
		failed(`(?:\d\d:\d\d:\d\d )?ERROR ((?:429|5\d\d): [^\n]{0,100})|Read error \((Connection (?:reset|timed out)[^)]*)|(?:^|\W)(?:connect(?:ing)? to \S+ )?failed: (Connection timed out)`),
		failed(`fatal: unable to access '([^']+': [^\n]{0,200})|error: (RPC failed; [^\n]{0,200})|fatal: (early EOF)`),
		failed(`Gem::RemoteFetcher::FetchError: ([^\n]{0,200})|Bundler::HTTPError:? ([^\n]{0,200})|(Net::(?:Open|Read)Timeout[^\n]{0,100})`),
		failed(`The "(https?://[^"]+" file could not be downloaded[^\n]{0,200})`),
		failed(`error An unexpected error occurred: "(https?://[^\n]{0,200}(?:TIMEDOUT|ECONNRESET|Request failed)[^\n]{0,100})`),
		failed(`(Unable to load the service index for source [^\n]{0,200})|(Response status code does not indicate success: [^\n]{0,100})`),
	}
}

func notDownloaded(_ circumstances, m []string) explanation {
	what := strings.TrimRight(strings.Join(strings.Fields(firstNonEmpty(m[1:])), " "), ".")
	return explanation{
		why: "Something could not be downloaded: " + what + ".",
		fix: "Prove again; if it stays, look at where that lies and at the way to it.",
	}
}
