package deployment

import (
	"slices"
	"sort"
	"strings"
)

// DependsOn lists the folders of the services that this one needs first,
// sorted, as compose's depends_on says.
func (f *Files) DependsOn() []string {
	seen := map[string]bool{}
	var out []string
	for _, c := range f.Composed {
		for _, name := range c.needs {
			s, ok := f.Around.Compose.named(name, c.Home)
			if ok && s.Folder != "" && s.Folder != f.Project.Path && !seen[s.Folder] {
				seen[s.Folder] = true
				out = append(out, s.Folder)
			}
		}
	}
	sort.Strings(out)
	return out
}

// Host says what a host name leads to that a file of a folder names: a data
// service, or the folder of another service of the repository.
func (f *Files) Host(home string) func(name string) (store, folder string) {
	return func(name string) (string, string) {
		for _, dir := range []string{home, "."} {
			c, ok := f.Around.Compose.named(name, dir)
			switch {
			case !ok:
			case c.Kind != "":
				return c.Kind, ""
			case c.Folder != "" && c.Folder != f.Project.Path && slices.Contains(f.Around.Services, c.Folder):
				return "", c.Folder
			}
		}
		return "", ""
	}
}

// Names reports whether a value holds the name of a service of the
// composition as a host; home is the folder that it was read from.
func (c Composition) Names(value, home string) bool {
	for _, host := range hostsIn(value) {
		if _, ok := c.named(host, home); ok {
			return true
		}
	}
	return false
}

// hostsIn lists what could be a host in "scheme://user:pass@host:port/x",
// "host:port" or "host".
func hostsIn(value string) []string {
	if len(value) > 300 {
		return nil
	}
	return strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("/:@,;= \t", c) })
}
