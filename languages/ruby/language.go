// Package ruby knows Ruby with Bundler. It offers Language.
package ruby

import (
	"sort"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/version"
	"aipack/backend/manifest/bundler"
)

const defaultVersion = "3.4"

// Language is MRI with Bundler: Rails, Rack applications, static site generators
// and plain scripts.
var Language = language.Language{
	ID:         "ruby",
	Name:       "Ruby",
	Extensions: []string{".rb", ".rake", ".ru", ".gemspec", ".erb"},
	Manifests: []language.Manifest{
		{Name: "Gemfile", Priority: 1},
		{Name: "gems.rb", Priority: 1},
		{Name: "config.ru", Priority: 2},
		{Name: "*.gemspec", Priority: 2},
		{Name: "Gemfile.lock", Priority: 3, Lock: true},
		{Name: "gems.locked", Priority: 3, Lock: true},
	},
	Systems: []language.System{{
		ID: "bundler", Name: "Bundler", Programs: []string{"bundle"},
		Files:  []string{"Gemfile", "gems.rb", "Gemfile.lock", "gems.locked"},
		Caches: []string{"/root/.bundle/cache"},
		Practices: language.Practices{
			BuildImage: "ruby:3.4-slim-bookworm", RuntimeImage: "ruby:3.4-slim-bookworm",
			Build:     []string{"bundle install", "bundle exec bootsnap precompile --gemfile app/ lib/", "SECRET_KEY_BASE_DUMMY=1 bundle exec rails assets:precompile"},
			Test:      []string{"bundle exec rake test"},
			Caches:    []string{"/root/.bundle/cache"},
			Artifacts: []string{"/usr/local/bundle", "."},
			Ports:     []int{3000, 4567, 9292},
			Health:    "/up",
			Notes: []string{
				"Leave the groups development and test out with BUNDLE_WITHOUT, and hold the lock with BUNDLE_DEPLOYMENT=1.",
				"Gems live in /usr/local/bundle; copy that folder and the application into the runtime image, and leave the compiler behind.",
				"Rails 7.1 and later precompile assets without the real key: SECRET_KEY_BASE_DUMMY=1.",
				"Migrations (rails db:prepare) belong to the release, not to the start of every container.",
			},
		},
	}},
	Frameworks: frameworks,
	Settings:   settings,
	Natives:    natives,
	Execs: []language.Pattern{ // docs.ruby-lang.org of Kernel and Open3
		"\\b(?:system|spawn|exec|popen|popen3|capture2e?|capture3|pipeline)\\(?\\s*\\[?[\"']([\\w.+-]+)[\"' ]", "=\\s*`([\\w.+-]+) ",
	},
	EnvReads: []language.Pattern{
		`\bENV\.fetch\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*,\s*["']([^"'\n]*)["']`,
		`\bENV\.fetch\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*,\s*([0-9][0-9_.]*)\s*\)`,
		`\bENV\.fetch\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*\)\s*(?:\{|do)\s*["']?([^"'}\n]*?)["']?\s*\}`,
		`\bENV\.fetch\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*[,)]`,
		`\bENV\[\s*["']([A-Za-z_][A-Za-z0-9_]*)["']\s*\](?:\s*\|\|\s*["']([^"'\n]*)["'])?`,
		`\bENV\.(?:key|has_key|include|member)\?\(\s*["']([A-Za-z_][A-Za-z0-9_]*)["']`,
	},
	PortUses: []language.Pattern{
		`\bENV\.fetch\(\s*["'][A-Z_]*PORT["']\s*(?:,|\)\s*(?:\{|do))\s*["']?(\d{2,5})\b`,
		`\bENV\[\s*["'][A-Z_]*PORT["']\s*\]\s*\|\|\s*["']?(\d{2,5})\b`,
		`(?m)^[ \t]*set\s*\(?:port,\s*["']?(\d{2,5})\b`,
		`\b(?:TCPServer|Socket)\.(?:new|open|tcp_server_loop)\(?\s*(?:["'][^"'\n]*["']\s*,\s*)?(\d{2,5})\b`,
		`\b(?:Addrinfo\.tcp|pack_sockaddr_in|sockaddr_in)\(?\s*(?:["'][^"'\n]*["']\s*,\s*)?["']?(\d{2,5})\b`,
		`\b:?[Pp]ort(?::|["']?\s*=>)\s*["']?(\d{2,5})\b`,
		`\btcp://[^:/"'\s]+:(\d{2,5})\b`,
		`(?m)^[ \t]*port\s+(\d{2,5})\b`,
		`(?m)^#\\.*\s-p\s*(\d{2,5})\b`,
	},
	Routes: []language.Pattern{
		`(?m)^[ \t]*(?:r\.|app\.|map\.)?get\s*\(?\s*["'](/?[A-Za-z0-9_][^"'\s]*|/)["']`,
		`(?m)^[ \t]*(?:r\.(?:on|is|get)|map|mount_proc)\s*\(?\s*["'](/?[A-Za-z0-9_][^"'\s]*)["']`,
		`\bpath(?:_info)?["'\]]*\s*==\s*["'](/[^"'\s]*)["']`,
		`(?m)^[ \t]*when\s+["'](/[A-Za-z0-9_][^"'\s]*)["']`,
	},
	Claim:          claim,
	Dependencies:   dependencies,
	Version:        versionOf,
	DefaultVersion: defaultVersion,
	ImageVersion:   version.Image("ruby"),
	Framework:      framework,
	Start:          start,
	Port:           port,
	Address:        address,
	Health:         health,
	Variables:      variables,
	SignsIn:        signsIn,
	Recipe:         recipe,
}

// natives are the gems that link a library of the system. The slim image
// itself holds libyaml, libffi, libgmp, libssl and zlib. ICU is added by
// the recipe: its package is named for the version, which differs by Debian.
var natives = []language.Native{
	{Needs: []string{"pg", "sequel_pg", "activerecord-postgis-adapter"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
	{Needs: []string{"mysql2", "trilogy"}, Build: []string{"default-libmysqlclient-dev"}, Runtime: []string{"libmariadb3"}},
	{Needs: []string{"sqlite3"}, Build: []string{"libsqlite3-dev"}, Runtime: []string{"libsqlite3-0"}},
	{Needs: []string{"tiny_tds", "activerecord-sqlserver-adapter"}, Build: []string{"freetds-dev"}, Runtime: []string{"libsybdb5"}},
	{Needs: []string{"image_processing", "ruby-vips"}, Runtime: []string{"libvips42"}},
	{Needs: []string{"rmagick"}, Build: []string{"libmagickwand-dev"}, Runtime: []string{"libmagickwand-6.q16-6", "imagemagick"}},
	{Needs: []string{"mini_magick"}, Runtime: []string{"imagemagick"}},
	{Needs: []string{"charlock_holmes"}, Build: []string{"libicu-dev", "zlib1g-dev"}},
	{Needs: []string{"rugged"}, Build: []string{"cmake", "libssl-dev"}},
	{Needs: []string{"curb", "patron", "typhoeus", "ethon"}, Build: []string{"libcurl4-openssl-dev"}, Runtime: []string{"libcurl4"}},
	{Needs: []string{"rbnacl"}, Runtime: []string{"libsodium23"}},
	{Needs: []string{"ruby-filemagic"}, Build: []string{"libmagic-dev"}, Runtime: []string{"libmagic1"}},
	{Needs: []string{"gpgme"}, Build: []string{"libgpgme-dev"}, Runtime: []string{"libgpgme11"}},
	{Needs: []string{"rdkafka", "karafka"}, Build: []string{"libsasl2-dev", "zlib1g-dev"}, Runtime: []string{"libsasl2-2"}},
	{Needs: []string{"rgeo"}, Build: []string{"libgeos-dev"}, Runtime: []string{"libgeos-c1v5"}},
	{Needs: []string{"rgeo-proj4"}, Build: []string{"libproj-dev"}, Runtime: []string{"libproj25"}},
	{Needs: []string{"wicked_pdf", "pdfkit"}, Runtime: []string{"wkhtmltopdf"}},
	{Needs: []string{"grover", "ferrum", "cuprite"}, Runtime: []string{"chromium"}},
	{Needs: []string{"streamio-ffmpeg"}, Runtime: []string{"ffmpeg"}},
	{Needs: []string{"ruby-oci8"}, Build: []string{"libaio-dev"}, Runtime: []string{"libaio1"}},
	{Needs: []string{"snappy"}, Build: []string{"libsnappy-dev", "cmake"}, Runtime: []string{"libsnappy1v5"}},
	{Needs: []string{"libxml-ruby"}, Build: []string{"libxml2-dev"}, Runtime: []string{"libxml2"}},
}

// gemfileOf names the manifest and lock that are there, "" for none.
func gemfileOf(f *language.Folder) (gemfile, lock string) {
	switch f.FirstOf("Gemfile", "gems.rb") {
	case "Gemfile":
		return "Gemfile", f.FirstOf("Gemfile.lock")
	case "gems.rb":
		return "gems.rb", f.FirstOf("gems.locked")
	}
	return "", ""
}

func gemsOf(f *language.Folder) bundler.Gemfile {
	name, _ := gemfileOf(f)
	if name == "" {
		return bundler.Gemfile{}
	}
	g, _ := language.Parse(f, name, bundler.ParseGemfile)
	return g
}

func lockOf(f *language.Folder) (bundler.Lock, bool) {
	_, name := gemfileOf(f)
	if name == "" {
		return bundler.Lock{}, false
	}
	return language.Parse(f, name, bundler.ParseLock)
}

func dependencies(p *language.Project) []language.Dependency {
	file, lockFile := gemfileOf(p.Folder)
	lock, _ := lockOf(p.Folder)
	var deps []language.Dependency
	seen := map[string]bool{}
	for _, g := range gemsOf(p.Folder).Gems {
		if seen[g.Name] {
			continue
		}
		seen[g.Name] = true
		d := language.Dependency{Name: g.Name, Version: g.Constraint, Dev: g.Dev(), Path: p.Join(file), Line: g.Line}
		if g.Path != "" {
			d.Local, d.Absent = p.Sub(g.Path).Path, p.Absent(g.Path)
			if at := p.Sub(g.Path + "/" + g.Name); len(at.Files()) > 0 {
				d.Local = at.Path
			}
		}
		deps = append(deps, d)
	}
	// an application whose Gemfile defers to a gemspec names its gems in the
	// lock alone
	for name := range lock.Direct {
		if v := lock.Versions[name]; v != "" && !seen[name] && name != "" {
			deps = append(deps, language.Dependency{Name: name, Version: v, Path: p.Join(lockFile)})
		}
	}
	sort.SliceStable(deps, func(i, j int) bool { return deps[i].Name < deps[j].Name })
	return deps
}

// versionOf follows the version managers, then Bundler: .ruby-version, the
// Gemfile's ruby directive, the lock, mise and asdf. Where the directive is a
// range, the version that Bundler locked within it is the exact answer.
func versionOf(p *language.Project) finding.Finding[string] {
	gems := gemsOf(p.Folder)
	file, lockFile := gemfileOf(p.Folder)
	lock, _ := lockOf(p.Folder)

	pinned := versionFile(p.Folder, ".ruby-version")
	directive := finding.Finding[string]{}
	switch {
	case gems.RubyFile == ".tool-versions" || gems.RubyFile == "mise.toml":
		directive = version.Pinned(p.Folder, "ruby")
	case gems.RubyFile != "" && gems.RubyFile != ".ruby-version":
		directive = versionFile(p.Folder, gems.RubyFile)
	case gems.Ruby != "":
		directive = finding.Of(gems.Ruby, finding.Certain, p.Folder.AtLine("ruby.gemfile", file, gems.RubyLine))
	}
	locked := finding.Finding[string]{}
	if lock.Ruby != "" {
		locked = finding.Of(lock.Ruby, finding.Certain, p.Folder.AtLine("ruby.lock", lockFile, lock.RubyLine))
	}
	if _, exact := version.Exact(directive.Value); directive.Found() && locked.Found() && !exact && version.ParseRange(directive.Value).Allows(version.MinorOf(lock.Ruby)) {
		locked.Evidence = append(locked.Evidence, directive.Evidence...)
		directive = finding.Finding[string]{}
	}
	return finding.First(func(s string) string { return s }, pinned, directive, locked, version.Pinned(p.Folder, "ruby"), ceiling(p))
}

// versionFile reads "3.2.1", "ruby-3.2.1" or "3.2.1p31" from a file of
// one line.
func versionFile(f *language.Folder, name string) finding.Finding[string] {
	content, ok := f.Text(name)
	if !ok {
		return finding.Finding[string]{}
	}
	for i, line := range strings.Split(content, "\n") {
		line, _, _ = strings.Cut(line, "#")
		v, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "ruby-"), "@") // a gemset of RVM's
		if v == "" {
			continue
		}
		if _, _, ok := version.ParseNumber(v); !ok {
			if engine, _ := engineOf(v); engine == "" {
				f.Warn(name, "version_unreadable", "the Ruby version in "+f.Join(name)+" cannot be read: "+clip(v, 40), "write a version such as 3.4.1")
				return finding.Finding[string]{}
			}
		}
		return finding.Of(v, finding.Certain, f.AtLine("ruby.version_file", name, i+1))
	}
	return finding.Finding[string]{}
}

// clip cuts a text that goes into a message.
func clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
