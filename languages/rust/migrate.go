package rust

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/finding"
	"aipack/backend/language"
	"aipack/backend/language/binary"
	"aipack/backend/manifest/cargo"
	"aipack/backend/universalbuild"
)

// migration is what brings a program's database up to date before it starts: a
// binary of the project, of a member beside it, or the library's own tool.
type migration struct {
	line   string
	bin    string // of the package itself
	member string // package of the workspace whose binary it is
	tool   string // crate that cargo installs, with its version and features
	binary string // what the tool is called
	files  string // folder that it reads
	why    finding.Evidence
}

// Where the sources bring the database up to date themselves, and where a binary
// does nothing else.
const (
	migrates    = language.Pattern(`\bembed_migrations!|\brun_pending_migrations\b|\bmigrate!\s*\(|\bMigrator::new\(|\bMigrator::(?:up|fresh|refresh)\(|\brefinery::|\bembed_migrations\(`)
	runsCommand = language.Pattern(`\bcli::run_cli(?:_with_connection)?\(`)
)

// migrating finds it. Of diesel and SQLx only a server's database is meant: a file
// lies where the program runs.
// https://diesel.rs/guides/getting-started, https://docs.rs/crate/sqlx-cli,
// https://www.sea-ql.org/SeaORM/docs/migration/running-migration
func migrating(p *language.Project, crate cargo.Manifest) migration {
	return language.Once(p.Folder, "rust.migration", func() migration {
		bins := chosen(p.Folder, crate)
		for _, b := range bins[min(1, len(bins)):] {
			if text, _ := p.Text(b.file); runsCommand.Matches(text) {
				return migration{line: binaryPath(b) + " up", bin: b.name, why: p.At("rust.migration", b.file, "run_cli")}
			}
		}
		for _, file := range p.Glob("src/**/*.rs") {
			if text, _ := p.Text(file); migrates.Matches(text) {
				return migration{}
			}
		}
		if m := memberMigration(p); m.line != "" {
			return m
		}
		return toolMigration(p, crate)
	})
}

// memberMigration finds the package that sea-orm-cli makes for migrations.
func memberMigration(p *language.Project) migration {
	root, shared := rootOf(p.Folder)
	if _, orm := p.Dep("sea-orm"); !orm || !shared.HasWorkspace {
		return migration{}
	}
	for _, dir := range []string{"migration", "migrations"} {
		at := root.Sub(dir)
		text, _ := at.Text("src/main.rs")
		crate, ok := language.Parse(at, "Cargo.toml", cargo.Parse)
		if ok && crate.Name != "" && runsCommand.Matches(text) {
			return migration{line: "/app/bin/" + binary.FileName(crate.Name) + " up", member: crate.Name, why: at.At("rust.migration", "src/main.rs", "run_cli")}
		}
	}
	return migration{}
}

// toolMigration takes the tool of diesel or SQLx where migrations lie beside the
// sources and nothing in them runs these.
func toolMigration(p *language.Project, crate cargo.Manifest) migration {
	if !p.HasDir("migrations") {
		return migration{}
	}
	for _, d := range crate.Dependencies {
		kind := ""
		for _, f := range d.Features {
			if f == "postgres" || f == "mysql" {
				kind = f
			}
		}
		if d.Dev || kind == "" {
			continue
		}
		at := p.Sub("migrations")
		switch {
		case d.Name == "diesel" && slices.ContainsFunc(at.Dirs(), func(dir string) bool { return at.Has(path.Join(dir, "up.sql")) }):
			return migration{
				line: "/app/bin/diesel migration run", binary: "diesel", files: "migrations",
				tool: "diesel_cli" + lineOf(p, d) + " --no-default-features --features " + kind, why: p.At("rust.migration", "Cargo.toml", "diesel"),
			}
		case d.Name == "sqlx" && slices.ContainsFunc(at.Files(), func(file string) bool { return path.Ext(file) == ".sql" }):
			return migration{
				line: "/app/bin/sqlx migrate run", binary: "sqlx", files: "migrations",
				tool: "sqlx-cli" + lineOf(p, d) + " --no-default-features --features rustls," + kind, why: p.At("rust.migration", "Cargo.toml", "sqlx"),
			}
		}
	}
	return migration{}
}

// lineOf asks for the tool of the library's own line of versions: both are
// released together, but for a last number.
func lineOf(p *language.Project, d cargo.Dependency) string {
	root, _ := rootOf(p.Folder)
	lock, _ := language.Parse(root, "Cargo.lock", cargo.ParseLock)
	known := lock.Packages[d.Name]
	if known == "" {
		known = strings.TrimLeft(d.Version, "^~=> ")
	}
	parts := strings.SplitN(known, ".", 3)
	if len(parts) < 2 || strings.Trim(parts[0]+parts[1], "0123456789") != "" {
		return ""
	}
	return "@~" + parts[0] + "." + parts[1]
}

// install puts the tool into the image. It is built within the cached folder, so
// that a change of the sources does not build it anew.
func (m migration) install(p *language.Project, base *language.Folder, r *language.Recipe) {
	if m.tool == "" {
		return
	}
	r.Build.PreBuildCommands = append(r.Build.PreBuildCommands, "cargo install --locked --root /opt/migrate --target-dir "+path.Join(r.Build.CachePaths[2], "migrate")+" "+m.tool)
	from := "/opt/migrate/bin/" + m.binary
	r.Build.Artifacts = append(r.Build.Artifacts, from)
	r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: from, To: "bin/" + m.binary})
	files := path.Join(language.Below(base.Path, p.Path), m.files)
	if !slices.ContainsFunc(r.Runtime.Copy, func(c universalbuild.Copy) bool { return c.From == files }) {
		r.Build.Artifacts = append(r.Build.Artifacts, files)
		r.Runtime.Copy = append(r.Runtime.Copy, universalbuild.Copy{From: files, To: m.files})
	}
	if m.binary == "diesel" { // there is no Cargo.toml beside which it would look
		r.Runtime.Environment["MIGRATION_DIRECTORY"] = m.files
	}
	r.Why = append(r.Why, language.Reason{Field: "/build/pre_build_commands", Confidence: finding.Likely, Evidence: m.why})
}

// variables are those that such a tool asks for: the address of the database.
func variables(p *language.Project) []finding.Finding[universalbuild.Variable] {
	crate, _ := language.Parse(p.Folder, "Cargo.toml", cargo.Parse)
	m := migrating(p, crate)
	if m.line == "" {
		return nil
	}
	return []finding.Finding[universalbuild.Variable]{finding.Of(universalbuild.Variable{Name: "DATABASE_URL", Secret: true, Path: m.why.Path, Line: m.why.Line}, finding.Likely, m.why)}
}
