package stack

import (
	"regexp"
	"strings"
	"sync"
)

// reference is what compose replaces in a text (compose specification,
// Interpolation), as far as ours hold it.
var reference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$(?:\$|\{([A-Za-z_][A-Za-z0-9_]*)\})`) })

// References are the names that a text refers to, in its order.
func References(text string) (names []string) {
	for _, m := range reference().FindAllStringSubmatch(text, -1) {
		if m[1] != "" {
			names = append(names, m[1])
		}
	}
	return names
}

// Refer is the text that stands for what the user gives under a name.
func Refer(name string) string { return "${" + name + "}" }

// Escape makes a text in which nothing is replaced.
func Escape(text string) string { return strings.ReplaceAll(text, "$", "$$") }

// Expand replaces the references of a text, as compose does before it starts
// anything.
func Expand(text string, given func(name string) string) string {
	return reference().ReplaceAllStringFunc(text, func(found string) string {
		if found == "$$" {
			return "$"
		}
		return given(found[2 : len(found)-1])
	})
}
