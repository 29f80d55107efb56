package rust

import (
	"fmt"
	"strconv"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/cargo"
)

// broken is a crate that a later compiler refuses, or that does not work with it, for what
// it took for granted.
type broken struct {
	name    string
	line    string // of the versions that fit one another: "0.3."
	below   int    // the patch of the line that the compiler takes again
	minor   int    // the release of Rust that broke it
	precise string // what it is taken to
}

// brokenCrates have a release of the same line that compiles, so that nothing else of the
// lock file changes. Rust 1.64 laid out the addresses of the standard library in another way
// than those of the system, which these had counted on: socket2 is not compiled, net2 and
// mio hand the system what it calls an invalid argument
// (https://blog.rust-lang.org/2022/09/22/Rust-1.64.0/, Compatibility Notes; earlier ones of
// socket2 and net2 are yanked for it).
// Each is taken after those that it is built with: a newer mio takes net2 along.
var brokenCrates = []broken{{"net2", "0.2.", 36, 64, "0.2.39"}, {"mio", "0.6.", 23, 64, "0.6.23"}, {"socket2", "0.3.", 16, 64, "0.3.19"}}

// renew takes crates of the lock file that the image's compiler breaks to a release that
// works with it, before it compiles: "" where there is none.
func renew(p *language.Project, root *language.Folder, image string, r *language.Recipe) (line string) {
	lock, _ := language.Parse(root, "Cargo.lock", cargo.ParseLock)
	if toolchain(p.Folder).Found() {
		return ""
	}
	for _, b := range brokenCrates {
		for _, locked := range lock.All {
			patch, same := strings.CutPrefix(locked.Version, b.line)
			n, err := strconv.Atoi(patch)
			if locked.Name != b.name || !same || err != nil || n >= b.below || version.MinorOfOne(strings.TrimPrefix(image, "rust:")) < b.minor {
				continue
			}
			line += "cargo update --package " + b.name + "@" + locked.Version + " --precise " + b.precise + " && "
			why := root.At("rust.broken_crate", "Cargo.lock", `name = "`+b.name+`"`)
			r.Why = append(r.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
			p.Warn(root.Join("Cargo.lock"), "crate_broken", fmt.Sprintf("%s %s does not work with Rust 1.%d and later; %s is built in its place", b.name, locked.Version, b.minor, b.precise),
				"run `cargo update --package "+b.name+" --precise "+b.precise+"` and commit Cargo.lock")
		}
	}
	return line
}
