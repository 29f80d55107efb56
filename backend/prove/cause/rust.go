package cause

import "aipack/backend/language/debian"

// rustCauses are the own words of Cargo and Rust.
func rustCauses() []way {
	return []way{
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `(\S+@\S+|\S+ v[\d.]+\S*) requires rustc ([\d.]+)|package \x60([^\x60]+)\x60 cannot be built because it requires rustc ([\d.]+)`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: m[1] + m[3] + " asks for Rust " + m[2] + m[4] + ", and the image has an older one.",
					fix: "Choose a rust image of that version, or pin the crate to an older one.", edits: newerOnly(c, "rust", m[2]+m[4]),
				}
			},
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `feature \x60(edition20\d\d)\x60 is required|older than the \x60(20\d\d)\x60 edition|(lock file version \x60?\d)\x60? (?:requires|was found)`,
			tell: func(c circumstances, m []string) explanation {
				what := firstNonEmpty(m[1:])
				// The first that know them (doc.rust-lang.org/edition-guide, Cargo's changelog).
				first := map[string]string{
					"edition2021": "1.56", "2021": "1.56", "edition2024": "1.85", "2024": "1.85",
					"lock file version 4": "1.78", "lock file version \x604": "1.78",
				}
				return explanation{
					why: "The project is written for a newer Rust than the image has (" + what + ").",
					fix: "Choose a newer rust image.", edits: newerOnly(c, "rust", first[what]),
				}
			},
		},
		{
			rule: "package_not_found", stages: "build", says: "no matching package named `?([^`\\s]+)`? found|failed to select a version for the requirement `([^`]+)`",
			why: "There is no crate {} to be had.", fix: "Correct its name or version in Cargo.toml.",
		},
		{
			rule: "missing_system_package", stages: "build", says: "The system library `([^`]+)` required by crate|Could not find directory of (OpenSSL) installation|(?:Is|is) `(cmake|protoc)` not installed\\?|Could not find `(protoc)`",
			tell: func(c circumstances, m []string) explanation {
				what := firstNonEmpty(m[1:])
				if pkg, ok := map[string]string{"openssl": "libssl-dev", "OpenSSL": "libssl-dev", "libpq": "libpq-dev", "sqlite3": "libsqlite3-dev", "zlib": "zlib1g-dev", "alsa": "libasound2-dev"}[what]; ok {
					return missingLibrary(c, what, pkg)
				}
				if build, _ := debian.Library(what); len(build) > 0 && what != "cmake" && what != "protoc" {
					return missingLibrary(c, what, build[0])
				}
				return missingSystem(c, what)
			},
		},
	}
}
