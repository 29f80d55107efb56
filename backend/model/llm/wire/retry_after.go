package wire

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestWait bounds what a server may ask us to wait.
const longestWait = 24 * time.Hour

// retryAfter reads how long the server asks to wait: Retry-After in seconds or
// as a date (RFC 9110, 10.2.3), or retry-after-ms as OpenAI's servers send it.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(strings.TrimSpace(h.Get("Retry-After-Ms")), 64); err == nil && ms > 0 {
		return wait(ms / 1000)
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		return wait(seconds)
	}
	if at, err := http.ParseTime(value); err == nil {
		return wait(at.Sub(now).Seconds())
	}
	return 0
}

func wait(seconds float64) time.Duration {
	if !(seconds > 0) {
		return 0
	}
	if seconds >= longestWait.Seconds() {
		return longestWait
	}
	return time.Duration(seconds * float64(time.Second))
}
