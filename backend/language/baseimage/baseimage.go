// Package baseimage knows which programs published images bring along, as far as
// that can be said from their names: of an image that it does not know, or of a
// variant without Debian's programs, it says nothing. It asks no registry.
package baseimage

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language/debian"
)

// What groups of images bring beside what every Debian has (the packages that
// Debian marks essential), by the names of programs.
var (
	// github.com/docker-library/buildpack-deps, debian/bookworm: curl/Dockerfile …
	curl = []string{"curl", "wget", "gpg"}
	// … scm/Dockerfile …
	scm = slices.Concat(curl, []string{"git", "hg", "svn", "ssh", "scp", "ssh-keygen", "ps", "free", "top", "pkill"})
	// … and Dockerfile.
	full = slices.Concat(scm, compilers, []string{"bzip2", "convert", "identify", "mogrify", "mysql", "mysqldump", "openssl", "patch", "unzip", "xz", "sqlite3"})

	compilers = []string{"make", "gcc", "g++", "cc", "c++", "file", "pkg-config", "autoconf"}
)

// family is an image in its usual variants.
type family struct {
	own   []string // in all of them
	whole []string // in the one that is not slim
}

// families are images by their names on Docker Hub, with the files that say what
// is in them.
var families = map[string]family{
	"debian":          {},                                                               // github.com/debuerreotype/docker-debian-artifacts
	"ubuntu":          {},                                                               // git.launchpad.net/cloud-images/+oci/ubuntu-base
	"python":          {own: []string{"python", "python3", "pip", "pip3"}, whole: full}, // github.com/docker-library/python
	"node":            {own: []string{"node", "npm", "npx", "yarn"}, whole: full},       // github.com/nodejs/docker-node
	"ruby":            {own: []string{"ruby", "gem", "bundle", "irb"}, whole: full},     // github.com/docker-library/ruby
	"rust":            {own: []string{"cargo", "rustc", "gcc", "cc"}, whole: full},      // github.com/rust-lang/docker-rust
	"erlang":          {own: []string{"erl", "escript"}, whole: full},                   // github.com/erlang/docker-erlang-otp
	"elixir":          {own: []string{"elixir", "mix", "iex", "erl"}, whole: full},      // github.com/erlef/docker-elixir
	"perl":            {own: []string{"perl", "cpanm"}, whole: full},                    // github.com/Perl/docker-perl
	"golang":          {own: slices.Concat(scm, compilers, []string{"go"})},             // github.com/docker-library/golang
	"php":             {own: slices.Concat(compilers, []string{"php", "curl", "xz"})},   // github.com/docker-library/php
	"eclipse-temurin": {own: slices.Concat(curl, []string{"java", "openssl"})},          // github.com/adoptium/containers
	"julia":           {own: []string{"julia", "curl"}},                                 // github.com/docker-library/julia
	"nginx":           {own: []string{"nginx", "curl", "envsubst", "openssl"}},          // github.com/nginx/docker-nginx
	"denoland/deno":   {own: []string{"deno"}},                                          // github.com/denoland/deno_docker
	"oven/bun":        {own: []string{"bun", "bunx"}},                                   // github.com/oven-sh/bun, dockerhub

	"mcr.microsoft.com/dotnet/runtime": {own: []string{"dotnet"}}, // github.com/dotnet/dotnet-docker
	"mcr.microsoft.com/dotnet/aspnet":  {own: []string{"dotnet"}},
}

// others are programs that no package of Debian 12 brings under these names.
var others = []string{"just", "task", "pnpm"}

// Lacks reports whether an image surely has not a program: the image is one whose
// contents are known, and the program one that no image has by chance.
func Lacks(image, program string) bool {
	brought, known := contents(image)
	if !known || program == "perl" { // of perl-base, which is essential
		return false
	}
	_, packaged := debian.Programs[program]
	return (packaged || slices.Contains(others, program)) && !slices.Contains(brought, program)
}

// Package is the package of Debian 12 that brings a program; not for those that
// Debian has in other versions than their users mean.
func Package(program string) (name string, ok bool) {
	switch program {
	case "node", "python3":
		return "", false
	}
	name, ok = debian.Programs[program]
	return name, ok
}

// contents are the programs that an image brings; false where nobody knows.
func contents(image string) (programs []string, known bool) {
	name, _, digested := strings.Cut(image, "@")
	tag := ""
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		name, tag = name[:i], name[i+1:]
	}
	if digested && tag == "" {
		return nil, false // any variant
	}
	for _, hub := range []string{"docker.io/", "index.docker.io/", "registry-1.docker.io/", "library/"} {
		name = strings.TrimPrefix(name, hub)
	}
	f, known := families[name]
	for _, other := range []string{"alpine", "distroless", "chiseled", "windows", "nanoserver", "azurelinux", "mariner", "ubi", "musl", "onbuild", "extra"} {
		if strings.Contains(tag, other) {
			return nil, false
		}
	}
	if strings.Contains(tag, "slim") {
		return f.own, known
	}
	return slices.Concat(f.own, f.whole), known
}

// base is the last part of a program's path, "" for one at a place of its own: what
// an image has stands where PATH leads.
func base(program string) string {
	switch dir, name := path.Split(program); dir {
	case "", "/bin/", "/usr/bin/", "/sbin/", "/usr/sbin/":
		return name
	}
	return ""
}
