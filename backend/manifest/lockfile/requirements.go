package lockfile

import (
	"regexp"
	"strings"
	"sync"
)

// https://pip.pypa.io/en/stable/reference/requirements-file-format/
var requirements = File{Name: "requirements.txt", Manager: "pip", Ecosystem: "python", PURL: "pypi", Read: readRequirements}

// pin is a line that names one version: name==1.0
// (https://packaging.python.org/en/latest/specifications/version-specifiers/).
var pin = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?\s*===?\s*([\w.!+-]+)(?:\s|;|$|\\)`)
})

// readRequirements takes lines that pin; others are counted.
func readRequirements(text string) (list []Package, left int, _ error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' || line[0] == '-' {
			continue
		}
		if m := pin().FindStringSubmatch(line); m != nil {
			list = append(list, Package{m[1], m[2]})
		} else {
			left++
		}
	}
	return list, left, nil
}
