package images

// A program that these compile runs on the C library that it was compiled
// with: the release that the tag names is the one that they stand on.

// golang is the real toolchain (docker-library/golang).
func golang(t Tag, shelf Shelf) (Plan, error) {
	if t.Slim || !t.only() {
		return variant(t)
	}
	have, err := shelf.Versions(Go, "go")
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok {
		return refuse("the module proxy has no Go %s", t.Version)
	}
	p := Plan{Dockerfile: "golang", Args: map[string]string{"VERSION": version}, Tool: Tool{Go, []string{version}}}
	return on(p, t.suite("trixie"), "scm"), nil
}

// rustPackages are Debian's; a release keeps a newer one for its browsers
// beside its own.
var rustPackages = []struct {
	packaged
	suffix string
}{
	{packaged{"1.63", "bookworm"}, ""}, {packaged{"1.85", "bookworm"}, "-web"}, {packaged{"1.96", "bookworm"}, "-web"},
	{packaged{"1.85", "trixie"}, ""}, {packaged{"1.96", "trixie"}, "-web"},
}

// rust is Debian's compiler or, on this machine's own release, the one that
// rustup has installed here (rust-lang/docker-rust). Every Rust 1 compiles what
// an earlier one did, so the newest stands for "1".
func rust(t Tag, shelf Shelf) (Plan, error) {
	if !t.only() {
		return variant(t)
	}
	suite, part := t.suite("trixie"), full(t)
	have, err := shelf.Versions(Rust, "rust")
	if err != nil {
		return Plan{}, err
	}
	if version, ok := newest(have, t.Version); ok && suite == shelf.Release() && t.Version != "" && t.Version != "1" {
		return on(Plan{Dockerfile: "rust", Args: map[string]string{"VERSION": version}, Tool: Tool{Rust, []string{version}}}, suite, part), nil
	}
	asked := t.Version
	if asked == "" || asked == "1" {
		asked = "1.96"
	}
	for _, p := range rustPackages {
		if p.version == asked && p.suite == suite {
			return on(Plan{Dockerfile: "rust-debian", Args: map[string]string{"VERSION": asked, "SUFFIX": p.suffix}}, suite, part), nil
		}
	}
	return refuse("Debian's packages have Rust 1.63 (bookworm), 1.85 and 1.96 (bookworm, trixie)")
}

var gccPackages = []packaged{{"10", "bullseye"}, {"12", "bookworm"}, {"14", "trixie"}}

func gcc(t Tag, _ Shelf) (Plan, error) {
	if !t.only() || t.Slim {
		return variant(t)
	}
	p, ok := inDebian(gccPackages, t.Version, t.Suite)
	if !ok {
		return refuse("each Debian release has one compiler: gcc 10 in bullseye, 12 in bookworm, 14 in trixie")
	}
	return on(Plan{Dockerfile: "gcc", Args: map[string]string{"VERSION": p.version}}, p.suite, "all"), nil
}

var nginxPackages = []packaged{{"1.18", "bullseye"}, {"1.22", "bookworm"}, {"1.26", "trixie"}}

// nginx is Debian's, where a release has the asked version, else it is
// compiled of the source that a crate carries (nginx/docker-nginx).
func nginx(t Tag, shelf Shelf) (Plan, error) {
	if !t.only() || t.Slim {
		return variant(t)
	}
	if p, ok := inDebian(nginxPackages, t.Version, t.Suite); ok {
		return on(Plan{Dockerfile: "nginx-debian", Args: map[string]string{"VERSION": p.version}}, p.suite, ""), nil
	}
	have, err := shelf.Versions(Crate, "nginx-src")
	if err != nil {
		return Plan{}, err
	}
	version, ok := newest(have, t.Version)
	if !ok || t.Version == "" || t.Version == "1" {
		return refuse("there are nginx %s in Debian's packages and 1.28 as source", list(nginxPackages))
	}
	p := Plan{Dockerfile: "nginx", Args: map[string]string{"VERSION": version}, Tool: Tool{Crate, []string{"nginx-src@" + version}}}
	return on(p, t.suite("bookworm"), ""), nil
}
