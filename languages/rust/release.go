package rust

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

// migrator brings a database up to date where the program does not do it itself.
type migrator struct {
	command []string
	install string // the line that installs it; "" for a binary of the package
	binary  string // its file
	crate   string // of the workspace that has the binary; "" for the package itself
	folder  string // of migrations, which it reads while it runs
	why     finding.Evidence
}

const (
	migratesSQLx   = language.Pattern(`\bmigrate!\s*\(|\bMigrator::(?:new|up|refresh|fresh)\b`)
	migratesDiesel = language.Pattern(`\bembed_migrations!|\brun_pending_migrations\b|\bdiesel_migrations::`)
	seaORMTool     = language.Pattern(`\bcli::run_cli(?:_with_connection)?\s*\(`)
	databaseURL    = language.Pattern(`(?m)^\s*(?:export\s+)?DATABASE_URL\s*=`)
)

// migratorOf finds what migrates the package's database: a binary of its own, or of a
// crate of the workspace that it is made with, that SeaORM's command line is in, else the command line of SQLx or Diesel
// where there are migrations that no source runs. All of them read
// DATABASE_URL, which a project that uses them says in a file .env.
//
//   - https://www.sea-ql.org/SeaORM/docs/migration/running-migration/
//   - https://github.com/launchbadge/sqlx/blob/main/sqlx-cli/README.md
//   - https://diesel.rs/guides/getting-started
func migratorOf(p *language.Project, crate cargo.Manifest) (migrator, bool) {
	type answer struct {
		migrator
		found bool
	}
	one := language.Once(p.Folder, "rust.migrator", func() answer {
		for _, find := range []func(*language.Project, cargo.Manifest) (migrator, bool){seaORM, sqlx, diesel} {
			if m, ok := find(p, crate); ok {
				return answer{m, true}
			}
		}
		return answer{}
	})
	return one.migrator, one.found
}

// seaORM finds the binary that sea-orm-cli makes for a package's migrations; what
// was run is not run again.
func seaORM(p *language.Project, crate cargo.Manifest) (migrator, bool) {
	if !saysDatabaseURL(p) {
		return migrator{}, false
	}
	if _, ok := declares(crate, "sea-orm-migration"); ok {
		return seaORMIn(p.Folder, crate)
	}
	if inSources(p, migratesSQLx) {
		return migrator{}, false
	}
	for _, at := range crates(p.Folder)[1:] { // as sea-orm-cli makes it: a crate called migration
		local, _ := language.Parse(at, "Cargo.toml", cargo.Parse)
		if _, ok := declares(local, "sea-orm-migration"); !ok {
			continue
		}
		if m, ok := seaORMIn(at, local); ok {
			m.crate = local.Name
			return m, true
		}
	}
	return migrator{}, false
}

// seaORMIn finds the binary in one package.
func seaORMIn(f *language.Folder, crate cargo.Manifest) (migrator, bool) {
	for _, b := range binsOf(f, crate) {
		if text, _ := f.Text(b.file); seaORMTool.Matches(text) {
			return migrator{command: []string{binaryPath(b), "up"}, binary: b.name, why: f.AtCode("rust.migrations", b.file, text, seaORMTool)}, true
		}
	}
	return migrator{}, false
}

func sqlx(p *language.Project, crate cargo.Manifest) (migrator, bool) {
	d, ok := declares(crate, "sqlx")
	feature := engineOf(d)
	if !ok || d.Dev || feature == "" || !saysDatabaseURL(p) || inSources(p, migratesSQLx) {
		return migrator{}, false
	}
	files := p.Glob("migrations/*.sql")
	if len(files) == 0 || !startsWithDigit(path.Base(files[0])) {
		return migrator{}, false
	}
	return migrator{
		command: []string{"/app/bin/sqlx", "migrate", "run"}, binary: "sqlx", folder: "migrations",
		install: "cargo install --locked sqlx-cli" + lockedVersion(p, "sqlx", "") + " --no-default-features --features rustls," + feature,
		why:     p.At("rust.migrations", "Cargo.toml", "sqlx"),
	}, true
}

func diesel(p *language.Project, crate cargo.Manifest) (migrator, bool) {
	d, ok := declares(crate, "diesel")
	feature := engineOf(d)
	if !ok || d.Dev || feature == "" || !saysDatabaseURL(p) || inSources(p, migratesDiesel) {
		return migrator{}, false
	}
	if _, embeds := declares(crate, "diesel_migrations"); embeds || len(p.Glob("migrations/*/up.sql")) == 0 {
		return migrator{}, false
	}
	return migrator{
		command: []string{"/app/bin/diesel", "migration", "run"}, binary: "diesel", folder: "migrations",
		install: "cargo install --locked diesel_cli" + lockedVersion(p, "diesel", "~") + " --no-default-features --features " + feature,
		why:     p.At("rust.migrations", "Cargo.toml", "diesel"),
	}, true
}

// engineOf is the one server that a crate is built to speak to; "" for several
// and for a file.
func engineOf(d cargo.Dependency) string {
	var engines []string
	for _, name := range d.Features {
		if name == "postgres" || name == "mysql" {
			engines = append(engines, name)
		}
	}
	if len(engines) != 1 {
		return ""
	}
	return engines[0]
}

// lockedVersion asks for the tool that is released with a crate: in the same
// version, or in one that differs in its last number.
func lockedVersion(p *language.Project, crate, near string) string {
	root, _ := rootOf(p.Folder)
	lock, _ := language.Parse(root, "Cargo.lock", cargo.ParseLock)
	version := lock.Packages[crate]
	if version == "" || strings.Trim(version, "0123456789.") != "" {
		return ""
	}
	if near != "" {
		version = near + version[:max(strings.LastIndexByte(version, '.'), 1)]
	}
	return " --version " + language.ShellWord(version)
}

// saysDatabaseURL reports whether the project gives DATABASE_URL a value.
func saysDatabaseURL(p *language.Project) bool {
	return slices.ContainsFunc([]string{".env", ".env.example", ".env.sample", ".env.template"}, func(name string) bool {
		text, _ := p.Text(name)
		return databaseURL.Matches(text)
	})
}

func inSources(p *language.Project, pattern language.Pattern) bool {
	const most = 300
	files := p.Glob("src/**/*.rs")
	return slices.ContainsFunc(files[:min(len(files), most)], func(file string) bool {
		text, _ := p.Text(file)
		return p.AtCode("rust.migrations", file, blockComment.Regexp().ReplaceAllString(text, ""), pattern).Rule != ""
	})
}

const blockComment = language.Pattern(`(?s)/\*.*?\*/`)

func startsWithDigit(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// soonBuilt has cargo build a tool that waits for a database sooner, not to run
// faster (https://doc.rust-lang.org/cargo/reference/profiles.html#opt-level).
const soonBuilt = "CARGO_PROFILE_RELEASE_OPT_LEVEL=0 "

// takeMigrator puts the tool into the image.
func takeMigrator(p *language.Project, m migrator, r *language.Recipe) {
	if m.install != "" {
		r.Build.PreBuildCommands = append(r.Build.PreBuildCommands,
			soonBuilt+m.install+" --target-dir "+language.ShellWord(path.Join(r.Build.CachePaths[2], "tools")))
		binary.Take(p, r, binary.FileName(m.binary))
		r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: m.why})
	}
}

// takeMigrations puts the files that it reads beside it.
func takeMigrations(p *language.Project, base *language.Folder, m migrator, r *language.Recipe) {
	from := path.Join(language.Below(base.Path, p.Path), m.folder)
	if m.folder == "" || slices.ContainsFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.From == from }) {
		return
	}
	r.Build.Artifacts = append(r.Build.Artifacts, from)
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: m.folder})
}
