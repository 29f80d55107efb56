package cause

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// kept are folders of the system that are never handed to an ordinary user.
var kept = []string{
	"/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/mnt", "/opt", "/proc", "/root", "/run",
	"/sbin", "/srv", "/sys", "/tmp", "/usr", "/var", "/var/lib", "/var/log", "/var/run", "/var/cache",
}

// within kept folders that hold programs nothing is handed over either.
var programs = []string{"/bin/", "/boot/", "/dev/", "/etc/", "/lib/", "/lib64/", "/proc/", "/root/", "/run/secrets", "/sbin/", "/sys/", "/usr/"}

// plainPath is one that a shell takes as it is.
var plainPath = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^/[\w./@-]+$`) })

// handedOver is the edit that makes a folder and gives it to the program's user
// while the image is made.
func handedOver(c circumstances, folder string) []Edit { return handed(c, folder, false) }

// made is the same for a folder that is not there yet: below /etc, too, it is
// nobody's but the program's.
func made(c circumstances, folder string) []Edit { return handed(c, folder, true) }

func handed(c circumstances, folder string, missing bool) []Edit {
	r := c.Document.Runtime
	folder = path.Clean(folder)
	user, _, _ := strings.Cut(r.User, ":")
	if user == "" {
		user = "app" // as an image is exported whose document names no user
	}
	bare := strings.Contains(r.BaseImage, "distroless") || r.BaseImage == "scratch" || r.BaseImage == ""
	if bare || user == "root" || user == "0" || slices.Contains(kept, folder) || !plainPath().MatchString(folder) || strings.Contains(folder, "..") ||
		slices.ContainsFunc(programs, func(p string) bool { return strings.HasPrefix(folder+"/", p) && !(missing && p == "/etc/") }) {
		return nil
	}
	line := "mkdir -p " + folder + " && chown -R " + user + " " + folder
	if slices.Contains(r.Setup, line) {
		return nil
	}
	return []Edit{{"/runtime/setup", append(slices.Clone(r.Setup), line)}}
}

// sqliteFile finds where the program keeps its SQLite file: in what it is given,
// or in the default of a variable that it reads.
var sqliteFile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:jdbc:)?sqlite3?:(?://+(?:/|\./)?)?|file:)?(/?[\w./@-]+\.(?:db|sqlite3?|db3))(?:\?.*)?$`)
})

// databaseFolder is the folder of that file; "" for not known.
func databaseFolder(c circumstances) string {
	r := c.Document.Runtime
	var values []string
	for _, name := range sortedNames(r.Environment) {
		values = append(values, r.Environment[name])
	}
	for _, v := range r.Variables {
		if r.Environment[v.Name] == "" {
			values = append(values, v.Default)
		}
	}
	for _, value := range values {
		m := sqliteFile().FindStringSubmatch(value)
		if m == nil {
			continue
		}
		if strings.HasPrefix(value, "sqlite:////") || strings.HasPrefix(m[1], "/") {
			return path.Dir("/" + strings.TrimLeft(m[1], "/"))
		}
		return path.Dir(path.Join("/", r.Workdir, m[1]))
	}
	return ""
}

// copied is the edit that takes a file of the project over into the image that
// runs, where the program looks for it below its folder; its folder with it,
// where it lies in one.
func copied(c circumstances, file string) []Edit {
	r := c.Document.Runtime
	root := path.Join("/", r.Workdir)
	if path.IsAbs(file) {
		if !strings.HasPrefix(file, strings.TrimSuffix(root, "/")+"/") {
			return nil
		}
		file = strings.TrimPrefix(strings.TrimPrefix(file, strings.TrimSuffix(root, "/")), "/")
	}
	file = path.Clean(file)
	if c.Has == nil || file == "." || strings.HasPrefix(file, "..") || len(r.Copy) == 0 || !c.Has(file) {
		return nil
	}
	if top, _, deep := strings.Cut(file, "/"); deep && c.Has(top) {
		file = top
	}
	for _, one := range r.Copy {
		if one.To == file || path.Clean(one.To) == "." && path.Clean(one.From) == "." {
			return nil
		}
	}
	added := slices.Clone(r.Copy)
	copy := added[0]
	copy.From, copy.To = file, file
	return []Edit{{"/runtime/copy", append(added, copy)}}
}
