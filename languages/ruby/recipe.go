package ruby

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/language/node"
	"aipack/backend/language/version"
	"aipack/backend/universalbuild"
)

// versionPlace is the file that declares the version, for a warning.
func versionPlace(p *language.Project) string {
	if len(p.Version.Evidence) > 0 && p.Version.Evidence[0].Path != "" {
		return strings.TrimPrefix(p.Version.Evidence[0].Path, p.Path+"/")
	}
	return "Gemfile"
}

func recipe(p *language.Project) language.Recipe {
	image, released := imageOf(p)
	gemfile, lock := gemfileOf(p.Folder)
	r := language.Recipe{}
	r.Runtime = universalbuild.Runtime{
		BaseImage: image, Workdir: "/app",
		Environment: environment(p, lock != ""),
		Copy:        []universalbuild.Copy{{From: ".", To: "."}},
	}
	if file := versionPlace(p); p.Has(file) && file != ".ruby-version" { // by which the image is as sure as the version
		r.Why = append(r.Why, language.Reason{Field: "/runtime/base_image", Confidence: finding.Likely, Evidence: p.Evidence("ruby.image", file, 0, p.Version.Value)})
	}
	if gemfile == "" || len(gemsOf(p.Folder).Gems) == 0 && !gemsOf(p.Folder).Gemspec {
		// no gems: the sources are all there is, and Bundler has nothing to hold
		for _, k := range []string{"BUNDLE_DEPLOYMENT", "BUNDLE_PATH", "BUNDLE_WITHOUT"} {
			delete(r.Runtime.Environment, k)
		}
		return r
	}
	r.Build = universalbuild.Build{
		BaseImage: image, Workdir: "/app",
		SystemPackages: []string{"build-essential", "git", "libyaml-dev", "pkg-config"},
		Environment:    buildEnvironment(r.Runtime.Environment),
		CachePaths:     []string{"/root/.bundle/cache"},
		Artifacts:      []string{"/usr/local/bundle", "."},
	}
	r.Runtime.Copy = []universalbuild.Copy{{From: "/usr/local/bundle", To: "/usr/local/bundle"}, {From: ".", To: "."}}
	if p.Uses("charlock_holmes") {
		icu := "libicu72"
		if strings.HasSuffix(image, "bullseye") {
			icu = "libicu67"
		}
		r.Runtime.SystemPackages = append(r.Runtime.SystemPackages, icu)
	}
	install(p, &r, released)
	if p.Claim.Kind == universalbuild.Static {
		return site(p, r)
	}
	assets(p, &r)
	return r
}

// install fetches the gems. The manifests stand alone only where nothing
// else of the tree is needed: a gem of a local folder is. released says that the image is
// of the very Ruby that the Gemfile asks for.
func install(p *language.Project, r *language.Recipe, released bool) {
	gemfile, lockFile := gemfileOf(p.Folder)
	gems := gemsOf(p.Folder)
	lock, locked := lockOf(p.Folder)
	alone := !gems.Gemspec && len(lock.Paths) == 0
	for _, g := range gems.Gems {
		alone = alone && g.Path == ""
	}
	install := "bundle install"
	if gemfile == "gems.rb" {
		r.Build.Environment["BUNDLE_GEMFILE"], r.Runtime.Environment["BUNDLE_GEMFILE"] = "/app/gems.rb", "/app/gems.rb"
	}
	if locked && !locksLinux(lock.Platforms) {
		// a lock made on a Mac alone: Bundler refuses it elsewhere while frozen
		install = `bundle lock --add-platform "$(ruby -e 'print Gem::Platform.local')" && ` + install
		alone = false
		delete(r.Build.Environment, "BUNDLE_DEPLOYMENT")
		delete(r.Runtime.Environment, "BUNDLE_DEPLOYMENT")
		p.Warn(lockFile, "lock_platform", p.Join(lockFile)+" was locked for "+strings.Join(lock.Platforms, ", ")+" alone; the build adds Linux by itself",
			"bundle lock --add-platform x86_64-linux aarch64-linux")
	}
	if line := askForImages(p); !released && line != "" {
		install, alone = line+" && "+install, false
	}
	r.Build.PreBuildCommands = []string{install}
	if p.Has("Procfile") {
		// its commands may leave out "bundle exec": let their programs find the bundle
		r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "bundle binstubs --all --path /usr/local/bundle/bin")
	}
	r.Build.PostBuildCommands = []string{"rm -rf /usr/local/bundle/cache /usr/local/bundle/ruby/*/cache"}
	if alone {
		r.Build.Manifests = append(r.Build.Manifests, p.InContext(gemfile))
		for _, name := range []string{lockFile, gems.RubyFile} {
			if name != "" && p.Has(name) {
				r.Build.Manifests = append(r.Build.Manifests, p.InContext(name))
			}
		}
	}
}

// locksLinux reports whether a lock serves a Linux machine: "ruby" means
// every platform.
func locksLinux(platforms []string) bool {
	for _, p := range platforms {
		if p == "ruby" || strings.Contains(p, "linux") {
			return true
		}
	}
	return len(platforms) == 0
}

// environment is the production environment of whatever framework reads it.
func environment(p *language.Project, locked bool) map[string]string {
	env := map[string]string{"BUNDLE_WITHOUT": "development:test"}
	if p.Framework.Value != "" && p.Claim.Kind != universalbuild.Static {
		env["RACK_ENV"], env["APP_ENV"] = "production", "production"
	}
	if locked {
		env["BUNDLE_DEPLOYMENT"] = "1"
		env["BUNDLE_PATH"] = "/usr/local/bundle"
	}
	switch p.Framework.Value {
	case "Rails":
		delete(env, "APP_ENV")
		env["RAILS_ENV"] = "production"
		env["RAILS_LOG_TO_STDOUT"] = "1"
		env["RAILS_SERVE_STATIC_FILES"] = "1"
		if jobsWithin(p) {
			env[jobsInPuma] = "1"
		}
		if schemes := byURL(p); len(schemes) == 1 && schemes[0] == "sqlite3" {
			env["DATABASE_URL"] = fileURL
		}
	case "Hanami":
		env["HANAMI_ENV"] = "production"
		env["HANAMI_SERVE_ASSETS"] = "true"
	}
	return env
}

// buildEnvironment is what Bundler and the frameworks read while building.
// The global cache keeps downloads where a cache mount can hold them.
func buildEnvironment(runtime map[string]string) map[string]string {
	env := map[string]string{"BUNDLE_GLOBAL_GEM_CACHE": "true", "BUNDLE_USER_CACHE": "/root/.bundle/cache"}
	for _, k := range []string{"BUNDLE_DEPLOYMENT", "BUNDLE_PATH", "BUNDLE_WITHOUT", "RAILS_ENV", "RACK_ENV", "HANAMI_ENV"} {
		if v, ok := runtime[k]; ok {
			env[k] = v
		}
	}
	return env
}

// assets precompiles what Rails and Hanami serve, with Node where the
// assets need it.
func assets(p *language.Project, r *language.Recipe) {
	lock, _ := lockOf(p.Folder)
	has := func(names ...string) bool {
		for _, n := range names {
			if lock.Versions[n] != "" || p.Uses(n) {
				return true
			}
		}
		return false
	}
	if !node.AddMoved(p, r) && !p.AddAssets(r) && has("execjs", "uglifier", "coffee-rails", "autoprefixer-rails", "babel-transpiler") && !has("mini_racer", "therubyracer") {
		r.Build.Tools = append(r.Build.Tools, universalbuild.Tool{Image: "node:22-bookworm-slim", Paths: []string{"/usr/local/bin/node"}})
	}
	switch p.Framework.Value {
	case "Rails":
		r.Build.BuildCommands = append(r.Build.BuildCommands, "mkdir -p log storage tmp/cache tmp/pids tmp/storage")
		if has("bootsnap") {
			r.Build.BuildCommands = append(r.Build.BuildCommands, "bundle exec bootsnap precompile --gemfile app/ lib/")
		}
		if has("sprockets-rails", "sprockets", "propshaft", "vite_rails", "shakapacker", "webpacker") && p.HasDir("app/assets") || has("vite_rails", "shakapacker", "webpacker") {
			r.Build.BuildCommands = append(r.Build.BuildCommands, precompile(p))
		}
	case "Hanami":
		if p.HasDir("app/assets") && has("hanami-assets") {
			r.Build.BuildCommands = append(r.Build.BuildCommands, "bundle exec hanami assets compile")
		}
	}
}

// precompile keeps the real key out of the build: Rails 7.1 makes one up
// when asked, earlier ones take any value.
func precompile(p *language.Project) string {
	command := "bundle exec rails assets:precompile"
	if !p.Has("bin/rails") {
		command = "bundle exec rake assets:precompile"
	}
	if schemes := byURL(p); len(schemes) > 0 { // asked for, and not connected to
		command = "DATABASE_URL=" + schemes[0] + "://localhost/unused " + command
	}
	lock, _ := lockOf(p.Folder)
	if v := version.MinorOf(lock.Versions["rails"]); v != "" && !version.ParseRange(">= 7.1").Allows(v) {
		return "SECRET_KEY_BASE=unused " + command
	}
	return "SECRET_KEY_BASE_DUMMY=1 " + command
}

// site builds a static site and hands it to the web server.
func site(p *language.Project, r language.Recipe) language.Recipe {
	command, output := "bundle exec jekyll build", "_site"
	switch staticTool(p.Folder, gemsOf(p.Folder)) {
	case "bridgetown":
		command, output = "bundle exec bridgetown deploy", "output"
	case "middleman":
		command, output = "bundle exec middleman build", "build"
	case "nanoc":
		command, output = "bundle exec nanoc compile", "output"
	default:
		r.Build.Environment["JEKYLL_ENV"] = "production"
	}
	r.Build.BuildCommands = append(r.Build.BuildCommands, command)
	r.Build.PostBuildCommands = nil
	r.Build.Artifacts = []string{output}
	r.Runtime = nginx.Runtime(p, output, false)
	r.Static = true
	return r
}
