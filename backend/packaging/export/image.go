package export

import (
	"path"
	"slices"
	"strings"
)

// family is the kind of system inside an image: which package manager it has
// and how users are made.
type family int

const (
	debian family = iota // Debian, Ubuntu and whatever is unknown
	alpine
	rpm
	bare // no shell, no package manager: scratch, distroless
)

// familyOf reads the family from the image's name, which is all there is
// without asking a registry.
func familyOf(image string) family {
	name := strings.ToLower(image)
	if i := strings.Index(name, "@"); i >= 0 {
		name = name[:i]
	}
	switch {
	case name == "scratch", contains(name, "distroless", "chiseled", "cgr.dev/", "chainguard/"):
		return bare
	case contains(name, "alpine", "busybox"):
		return alpine
	case contains(name, "/ubi8", "/ubi9", "/ubi10", "fedora", "rockylinux", "almalinux", "amazonlinux", "oraclelinux", "centos", "amazoncorretto", "mariner", "azurelinux"):
		return rpm
	}
	return debian
}

// mayHaveApp reports whether the image may come with a user named app: .NET's
// images do since version 8, with uid 1654
// (learn.microsoft.com/dotnet/core/compatibility/containers/8.0/app-user).
func mayHaveApp(image string) bool {
	return strings.HasPrefix(image, "mcr.microsoft.com/dotnet/")
}

func contains(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

// install gives the lines of a RUN that installs packages and leaves no
// package lists behind. A line that belongs to one package says which.
func install(f family, image string, packages []string) (lines []string, of []int) {
	head, tail := []string{"apt-get update", "apt-get install -y --no-install-recommends"}, "rm -rf /var/lib/apt/lists/*"
	switch f {
	case alpine:
		head, tail = []string{"apk add --no-cache"}, ""
	case rpm:
		tool := "dnf"
		if strings.Contains(image, "-minimal") {
			tool = "microdnf"
		}
		head, tail = []string{tool + " install -y --setopt=install_weak_deps=0"}, tool+" clean all"
	}
	for i, h := range head {
		if i > 0 {
			h = "    && " + h
		}
		lines, of = append(lines, h), append(of, -1)
	}
	for i, p := range packages {
		lines, of = append(lines, "        "+p), append(of, i)
	}
	if tail != "" {
		lines, of = append(lines, "    && "+tail), append(of, -1)
	}
	return lines, of
}

// packageName reports whether a package's name can stand in a shell line: as
// Debian's policy has it (5.6.7), with a version or an architecture.
func packageName(name string) bool {
	return name != "" && name[0] != '-' && only(name, "+-._=:~")
}

// imageName reports whether an image's name can stand in FROM. Whether it
// makes sense is the validator's question.
func imageName(name string) bool {
	return name != "" && name[0] != '-' && only(name, "._-/:@")
}

// lockedCaches are kept by tools that spoil them when two builds write at
// once; their mounts are taken in turn. So is cargo's target, which holds the
// output itself: one build must not copy what another one has just left there.
var lockedCaches = []string{"/apt", "/apk", "yarn", ".m2", ".gradle", ".ivy2", ".sbt", "/dpkg", "/target"}

// cacheMount gives the RUN flag for one cache path.
func cacheMount(project, workdir, cache string) string {
	target := strings.TrimSuffix(join(workdir, cache), "/")
	flag := "--mount=type=cache,"
	if inside(workdir, target) {
		// The default id is the target: another project's /app/target is not ours.
		flag += "id=" + slug(project) + "-" + slug(target) + ","
	}
	flag += "target=" + target
	if contains(target, lockedCaches...) {
		flag += ",sharing=locked"
	}
	return flag
}

// inside reports whether a clean absolute path lies in a folder.
func inside(dir, p string) bool {
	dir = path.Clean(dir)
	return p == dir || dir == "/" || strings.HasPrefix(p, dir+"/")
}
