package lint

import (
	"fmt"

	"aipack/backend/manifest/dockerfile"
)

// mostValue is how long a value may become, in bytes: Linux starts no program with a
// longer one (MAX_ARG_STRLEN, execve(2)).
const mostValue = 128 << 10

// Swelling is the rule of a file of which a value grows beyond all use.
const Swelling = "Swelling"

// swelling is the finding of a file in which a value grows beyond all use. It is
// found by counting; nothing else is said of such a file.
func swelling(text string) (Finding, bool) {
	v, swells := dockerfile.Swells(text, mostValue)
	if !swells {
		return Finding{}, false
	}
	return Finding{
		Line: v.Line, Rule: Swelling, Error: true,
		Message: fmt.Sprintf("%s comes to more than %d KiB here, and Linux starts no program with such a value; nothing else was checked", v.Name, mostValue>>10),
	}, true
}
