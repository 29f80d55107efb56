package extract

import (
	"strings"

	"aipack/backend/detect/source"
	"aipack/backend/detect/statement"
	"aipack/backend/language"
)

// Django's list of the hosts that it answers to. Without DEBUG it refuses every request
// while the list is empty: a variable that alone fills it is wanted.
// https://docs.djangoproject.com/en/stable/ref/settings/#allowed-hosts
const (
	hostsFilled language.Pattern = `^\s*ALLOWED_HOSTS\s*(?::[^=\n]+)?(?:=|\+=|\.(?:extend|append)\()`
	hostsGiven  language.Pattern = `(?m)^\s*ALLOWED_HOSTS\s*(?::[^=\n]+)?\+?=\s*[\[(]\s*["'][^"'\s]`
	debugging   language.Pattern = `(?m)^\s*DEBUG\s*(?::[^=\n]+)?=\s*(?:True\b|.*(?:,|default\s*=)\s*["']?(?i:true|1|yes|on)["']?\s*\))`
)

// mostLinesOfHosts is how far below its name the variable may stand that fills the list.
const mostLinesOfHosts = 5

// fillsHosts reports whether a read that has nothing or an empty text in its place fills
// the list, which has no other hosts.
func (f *Source) fillsHosts(h source.Hit, tail string) bool {
	text := f.Text()
	if !strings.HasSuffix(f.Name, ".py") || !strings.Contains(text, "ALLOWED_HOSTS") || hostsGiven.Matches(text) || debugging.Matches(text) {
		return false
	}
	tail = strings.TrimLeft(strings.ReplaceAll(tail, " ", ""), `"')]`)
	other, ok := strings.CutPrefix(tail, ",")
	if other = strings.TrimPrefix(other, "default="); ok && !strings.HasPrefix(other, `""`) && !strings.HasPrefix(other, `''`) {
		return false
	}
	lines := f.Lines()
	for i := h.Line - 1; i >= 0 && i >= h.Line-mostLinesOfHosts; i-- {
		if hostsFilled.Matches(lines[i]) {
			return i == h.Line-1 || statement.Unclosed(strings.Join(lines[i:h.Line-1], " "))
		}
	}
	return false
}
