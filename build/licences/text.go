package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// mit is the body of the MIT licence.
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`

// marks are sentences that only one licence has, the most telling first.
var marks = []struct{ id, words string }{
	{"AGPL-3.0", "gnu affero general public license version 3"},
	{"LGPL-3.0", "gnu lesser general public license version 3"},
	{"LGPL-2.1", "gnu lesser general public license version 2.1"},
	{"GPL-3.0", "gnu general public license version 3"},
	{"GPL-2.0", "gnu general public license version 2"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"MPL-2.0", "mozilla public license, version 2.0"},
	{"Apache-2.0", "apache license version 2.0"},
	{"Apache-2.0", "apache license, version 2.0"},
	{"CC0-1.0", "cc0 1.0 universal"},
	{"CC-BY-4.0", "creative commons attribution 4.0"},
	{"Unlicense", "this is free and unencumbered software released into the public domain"},
	{"OFL-1.1", "sil open font license version 1.1"},
	{"BSL-1.0", "boost software license"},
	{"Zlib", "this software is provided 'as-is', without any express or implied warranty"},
	{"MIT", "permission is hereby granted, free of charge"},
	{"BSD-3-Clause", "neither the name"},
	{"BSD-3-Clause", "names of its contributors may not be used"},
	{"BSD-3-Clause", "may not be used to endorse or promote products"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms"},
	{"ISC", "permission to use, copy, modify, and/or distribute this software"},
	{"ISC", "permission to use, copy, modify, and distribute this software"},
}

// spdx names a licence by its text, "" where the text is none that is known.
func spdx(text string) string {
	flat := strings.ToLower(strings.Join(strings.Fields(text), " "))
	for _, m := range marks {
		if strings.Contains(flat, m.words) {
			return m.id
		}
	}
	return ""
}

var copyrightLine = regexp.MustCompile(`(?m)^[\s*/#;-]*((?:Copyright|\([cC]\)|©)\s.*)$`)

// notices are a text's copyright lines; what is left is the same for all who
// use that licence.
func notices(text string) (lines []string, rest string) {
	if spdx(text) == "Apache-2.0" {
		return nil, text // its only copyright lines are an example
	}
	for _, m := range copyrightLine.FindAllStringSubmatch(text, -1) {
		lines = append(lines, strings.TrimSpace(m[1]))
	}
	return lines, strings.TrimSpace(copyrightLine.ReplaceAllString(text, ""))
}

// document writes the list, and with texts every distinct licence text once.
func document(parts []part, texts bool) []byte {
	var b bytes.Buffer
	b.WriteString("# Work of others\n\nWhat aipack's programs and packages hold besides its own code, written by `make licences`. ")
	if texts {
		b.WriteString("The licence texts follow the list.\n")
	} else {
		b.WriteString("Packages hold this list with the\ncopyright notices and licence texts, as /usr/share/doc/aipack/THIRD_PARTY.md.\n")
	}
	numbers, bodies := map[string]int{}, []string{}
	kind := ""
	for _, p := range parts {
		if p.Kind != kind {
			kind = p.Kind
			fmt.Fprintf(&b, "\n## %ss\n\n", strings.TrimSuffix(strings.ToUpper(kind[:1])+kind[1:], "s"))
		}
		fmt.Fprintf(&b, "- **%s** %s, %s", p.Name, p.Version, p.Licence)
		if !texts {
			b.WriteString("\n")
			continue
		}
		var lines []string
		for _, text := range p.Texts {
			own, rest := notices(text)
			lines = append(lines, own...)
			key := strings.ToLower(strings.Join(strings.Fields(rest), " "))
			if numbers[key] == 0 {
				bodies = append(bodies, rest)
				numbers[key] = len(bodies)
			}
			fmt.Fprintf(&b, " (text %d)", numbers[key])
		}
		b.WriteString("\n")
		for _, l := range lines {
			fmt.Fprintf(&b, "  - %s\n", l)
		}
		for _, n := range p.Notices {
			fmt.Fprintf(&b, "\n%s\n\n", indented(n))
		}
	}
	for i, text := range bodies {
		fmt.Fprintf(&b, "\n## Text %d\n\n%s\n", i+1, indented(text))
	}
	return b.Bytes()
}

// indented makes a text a block that is shown as it is.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, " \t\n"); line != "" {
			b.WriteString("    " + line)
		}
		b.WriteString("\n")
	}
	return strings.TrimRight(b.String(), "\n")
}
