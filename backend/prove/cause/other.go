package cause

import (
	"strings"

	"aipack/backend/language/version"
)

// phpCauses are PHP's and Composer's own words.
func phpCauses() []way {
	return []way{
		{
			rule: "php_extension", stages: "build",
			says: `requires (?:PHP extension )?ext-([\w-]+) \S+ (?:->|but)[^\n]*missing|the requested PHP extension ([\w-]+) is missing`, first: true,
			why: "Composer asks for PHP's extension {}, which the image has not.",
			fix: "Install it in the build and in the runtime: docker-php-ext-install {} (or pecl).",
		},
		{
			rule: "php_extension", stages: "start health",
			says: `Call to undefined function (\w+)\(\)|could not find driver|Class "([A-Z]\w+)" not found[^\n]*(?:Redis|Imagick|Memcached)` +
				`|PHP Startup: Unable to load dynamic library '([^']+)'`,
			why: "PHP has no {}: an extension is not in the image that runs.", fix: "Install it in the runtime: docker-php-ext-install NAME (or pecl).",
		},
		{
			rule: "wrong_runtime_version", stages: "build", says: `requires php (\S[^\n]*?) (?:->|but) your php version \(([\d.]+)[^)]*\)`, first: true,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: "Composer asks for PHP " + m[1] + ", and the image has " + m[2] + ".",
					fix: "Choose a PHP image of that version.", edits: within(c, "php", m[1]),
				}
			},
		},
		{
			rule: "package_not_found", stages: "build",
			says: `(?i:could not find gem) '([^']+)'|Could not find (\S+) in any of the sources` +
				`|Could not find a matching version of package ([^\s.]+)|Could not find package (\S+?)\.?(?:\s|$)` +
				`|requires (\S+) \S+, it could not be found in any version|error: Unable to find package ([\w.]+)` +
				`|NU1101: Unable to find package ([\w.]+)|NU1102: Unable to find package ([\w.]+)`,
			why: "There is no package {} to be had.", fix: "Correct its name or version in the manifest.",
		},
		{
			rule: "package_not_found", stages: "build",
			says: `E: Unable to locate package (\S+)|E: Package '(\S+)' has no installation candidate|E: Version '[^']*' for '([^']+)' was not found`,
			why:  "Debian has no package {} (in this release).", fix: "Correct its name in the system packages, or choose a base image of a release that has it.",
		},
	}
}

// otherCauses are the own words of Ruby and Bundler, .NET, Elixir, Hugo and Debian's apt.
func otherCauses() []way {
	return []way{
		{
			rule: "wrong_runtime_version", stages: "build", says: `Your Ruby version is ([\d.]+\w*), but your Gemfile specified ([^\n]+)`,
			tell: func(c circumstances, m []string) explanation {
				t := explanation{why: "The Gemfile asks for Ruby " + m[2] + ", and the image has " + m[1] + ".", fix: "Choose a Ruby image of that version."}
				if exact, ok := version.Exact(m[2]); ok {
					t.edits = retagged(c, "ruby", exact)
				} else {
					t.edits = within(c, "ruby", m[2])
				}
				return t
			},
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `(\S+) requires (?:ruby|Ruby) version ([^\n]*?), which is|requires Ruby version ([^\n]+)\. The current ruby version`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why: "A gem asks for another Ruby than the image has (" + m[2] + m[3] + ").", edits: within(c, "ruby", m[2]+m[3]),
					fix: "Choose a Ruby image of that version, or another version of the gem.",
				}
			},
		},
		{
			rule: "missing_platform", stages: "build", says: `Your bundle only supports platforms \[([^\]]*)\] but your local platform`,
			why: "Gemfile.lock was made for {} alone.", fix: "Add Linux to it: bundle lock --add-platform x86_64-linux aarch64-linux.",
		},
		{rule: "missing_module", stages: "start", says: `^ruby: No such file or directory -- (\S+) \(LoadError\)`,
			why: "The file {}, which Ruby is started with, is not in the image that runs.", fix: "Correct the command, or let the runtime copy the file."},
		{rule: "missing_module", stages: "start health", says: `cannot load such file -- (\S+)`, why: "Ruby finds no {} in the image that runs.",
			fix: "Add its gem to the Gemfile (not only for development), or correct the path."},
		{
			rule: "wrong_runtime_version", stages: "start health",
			says: `Framework: '([^']+)', version '([^']+)'|The framework '([^']+)', version '([^']+)'[^\n]* was not found`,
			tell: func(c circumstances, m []string) explanation {
				return explanation{
					why:   "The program was built for " + m[1] + m[3] + " " + m[2] + m[4] + ", and the runtime image does not hold it.",
					edits: dotnetRuntime(c, m[1]+m[3], m[2]+m[4]),
					fix:   "Choose the runtime image of that version; for a web application it is aspnet, not runtime.",
				}
			},
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `NETSDK1045: [^\n]*targeting \.NET (\S+)\.[^\n]*|A compatible \.NET SDK was not found|Requested SDK version: (\S+)`,
			tell: func(c circumstances, m []string) explanation {
				wanted := firstNonEmpty(append(m[1:], ""))
				t := explanation{
					why: "The project asks for another .NET SDK than the image has (" + wanted + ").",
					fix: "Choose an sdk image of that version, or correct global.json.", edits: dotnetOf(c, wanted),
				}
				t.why = strings.Replace(t.why, " ()", "", 1)
				return t
			},
		},
		{
			rule: "wrong_runtime_version", stages: "build",
			says: `(?i:you're trying to run) \S+ on Elixir v([\d.]+\S*) but it has declared in its mix\.exs file it supports only Elixir ([^\n]+)`,
			why:  "The project asks for Elixir {2}, and the image has {1}.", fix: "Choose an Elixir image of that version.",
		},
		{
			rule: "hugo_extended", stages: "build",
			says: `(?:TOCSS|this feature is not available in your current Hugo version)[^\n]*|error building site: [^\n]*need Hugo extended`,
			why:  "The site needs Hugo's extended edition (SCSS), and the image has the plain one.", fix: "Choose the extended edition.",
		},
	}
}
