package lockfile

import "strings"

// https://classic.yarnpkg.com/lang/en/docs/yarn-lock and the same file of Yarn 2 and later
var yarnLock = File{Name: "yarn.lock", Manifest: "package.json", Manager: "yarn", Ecosystem: "node", PURL: "npm", Read: readYarnLock}

// readYarnLock reads both formats: the header names the descriptors, a line below it
// the version.
func readYarnLock(text string) (list []Package, _ int, _ error) {
	name := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case line[0] != ' ':
			name = describedBy(line)
		case name != "" && strings.HasPrefix(line, "  version"):
			version := strings.Trim(strings.TrimLeft(strings.TrimPrefix(line, "  version"), ": "), `"`)
			if version != "0.0.0-use.local" { // a member of the workspace
				list = append(list, Package{name, version})
			}
			name = ""
		}
	}
	return list, 0, nil
}

// describedBy is the package in `"@babel/core@npm:^7.0.0", "@babel/core@7":`, "" for one
// of the project's own.
func describedBy(header string) string {
	first, _, _ := strings.Cut(strings.Trim(header, `":`), ",")
	first = strings.Trim(first, `" `)
	i := strings.IndexByte(first[min(1, len(first)):], '@')
	if i < 0 || inProject(first[i+2:]) {
		return ""
	}
	return first[:i+1]
}
