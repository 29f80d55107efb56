package generated

import "slices"

// rows is everything that is known, with its source where a name does not say it.
var rows = slices.Concat(
	// Version control, and dependencies in folders that the language itself looks
	// for by name: Node's module resolution, PEP 3147, PEP 582, site.py.
	named(true, ".git", ".hg", ".svn", ".jj",
		"node_modules", "bower_components", "jspm_packages", ".pnpm-store",
		"__pycache__", "__pypackages__", "site-packages", "elm-stuff"),

	// Caches and outputs under names of one tool.
	named(false, ".cache", ".next", ".nuxt", ".output", ".svelte-kit", ".astro", ".turbo", ".nx", ".parcel-cache", ".docusaurus",
		".angular", ".vercel", ".expo", ".nyc_output", ".serverless", ".terraform",
		".venv", ".tox", ".nox", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".ipynb_checkpoints", ".hypothesis",
		".gradle", ".kotlin", ".bloop", ".metals", ".bsp", ".cpcache", ".vs",
		".dart_tool", ".stack-work", ".zig-cache", ".elixir_ls", ".jekyll-cache", ".sass-cache", ".phpunit.cache"),

	[]Row{
		// yarn's releases, plugins and patches are the project's: the install needs
		// them (yarnpkg.com/getting-started/qa, "Which files should be gitignored?").
		{Name: "cache", In: ".yarn", Foreign: true}, {Name: "unplugged", In: ".yarn", Foreign: true}, {Name: "sdks", In: ".yarn", Foreign: true},
		{Name: "_gen", In: "resources"}, // Hugo's

		// Vendored dependencies: go.dev/ref/mod#vendoring and the tools before it,
		// getcomposer.org/doc/01-basic-usage.md, cargo-vendor(1), bundle-config(1)
		// "path", and what brings its licences along.
		{Name: "vendor", Beside: []string{"go.mod", "go.work"}, Within: []string{"modules.txt"}, Foreign: true},
		{Name: "vendor", Beside: []string{"Gopkg.lock", "glide.lock"}, Foreign: true},
		{Name: "vendor", Beside: []string{"composer.json"}, Within: []string{"autoload.php", "composer"}, Foreign: true},
		{Name: "vendor", Within: []string{"vendor.json", "*/.cargo-checksum.json"}, Foreign: true},
		{Name: "vendor", Within: []string{"*/LICENSE*", "*/LICENCE*", "*/COPYING*", "*/*/LICENSE*", "*/*/COPYING*"}, Lacks: manifests, Foreign: true},
		{Name: "bundle", In: "vendor", Within: []string{"ruby", "jruby", "truffleruby"}, Foreign: true},
		{Name: ".bundle", Beside: []string{"Gemfile", "gems.rb"}},
		{Name: "Pods", Beside: []string{"Podfile"}, Foreign: true},
		{Name: "deps", Beside: []string{"mix.exs"}, Within: []string{"*/.hex"}, Foreign: true}, // Mix.Project, "deps_path"
		owner("deps", "mix.exs"),
		mark("lib", ".shards.info"), // Shards 0.11
		// rstudio.github.io/renv: activate.R is committed and the tool's own code.
		{Name: "renv", Beside: []string{"renv.lock"}, Within: []string{"activate.R"}, Foreign: true},
		{Name: "packrat", Within: []string{"init.R", "packrat.lock"}, Foreign: true},
		mark("venv", "bin/activate", "Scripts/activate"), // virtualenv before 20 wrote no pyvenv.cfg
		mark("env", "bin/activate", "Scripts/activate"),

		// What a build makes, where its tool takes the folder for its own and empties
		// it: cargo-clean(1), Maven's clean plugin, sbt's target key, Gradle's
		// layout.buildDirectory, Gleam, Flutter and Dart, Mix, rebar3, dune, Cabal,
		// Swift's package manager, Zig.
		owner("target", "Cargo.toml", "pom.xml", "*.sbt", "project.clj", "build.clj"),
		{Name: "target", In: "project", Beside: []string{"build.properties", "plugins.sbt"}},
		owner("build", slices.Concat(gradle, []string{"gleam.toml", "pubspec.yaml"})...),
		owner("_build", "mix.exs", "rebar.config", "gleam.toml", "dune-project"),
		owner(".build", "Package.swift"),
		owner("dist-newstyle", "*.cabal", "cabal.project"),
		owner("zig-out", "build.zig"), owner("zig-cache", "build.zig"),
		owner("_site", "_config.yml", "_config.yaml", "_config.toml", ".eleventy.js", "eleventy.config.*"),
		// MSBuild compiles nothing below them (learn.microsoft.com/dotnet/core/project-sdk/overview,
		// "Default includes and excludes").
		owner("bin", dotnet...), owner("obj", dotnet...),
		owner("bin", ".classpath"), // Eclipse's

		// What a build makes, by what it leaves.
		{Name: "build", Beside: packaging, Within: []string{"lib", "lib.*", "bdist.*"}}, // setuptools
		{Name: "dist", Beside: packaging, Within: []string{"*.whl", "*.tar.gz"}},        // build, poetry, flit, hatch
		mark("build", "build.ninja", "meson-info", "CMakeFiles"), mark("builddir", "build.ninja", "meson-info"),
		mark("out", "_next", "production"), // next export, IntelliJ
		mark("coverage", "lcov.info", "lcov-report", "coverage-final.json", "clover.xml", "cobertura-coverage.xml", ".last_run.json", ".resultset.json"),
	},
)
