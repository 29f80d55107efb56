// Package language says what a language's knowledge is made of. The literals
// themselves live in languages/, one package a family. It knows no language by name.
package language

import (
	"aipack/backend/base/finding"
	"aipack/backend/universalbuild"
)

// Language is what we know about one language: plain data, and a few funcs
// where the ecosystem's rules are more than a table. A nil func means that the
// general rule serves.
type Language struct {
	ID         string   // lower case, as documents say it: "go", "csharp"
	Name       string   // as people say it: "Go", "C#"
	Extensions []string // with the dot: ".go"
	Manifests  []Manifest
	Systems    []System // in order of precedence
	Frameworks []Framework
	Natives    []Native

	EnvReads []Pattern // group 1 the variable's name, group 2 its default if written there
	Renamed  Renaming  // of the environment, within one file
	PortUses []Pattern // group 1 the port number a program listens on when nothing says otherwise
	Routes   []Pattern // group 1 the path of an HTTP GET route, for health endpoints
	Execs    []Pattern // group 1 a program of the system that sources start by its name

	// Workspace reads a folder as the root of a workspace: several projects
	// built together from one place.
	Workspace func(f *Folder) (Workspace, bool)

	// Claim says whether the folder itself (not what lies below it) holds a
	// project of this language.
	Claim func(f *Folder) (Claim, bool)

	// Dependencies lists what the project declares, sorted by name.
	Dependencies func(p *Project) []Dependency

	// Version finds the declared version of the language's runtime, in the
	// ecosystem's order of precedence. Not found: DefaultVersion serves.
	Version        func(p *Project) finding.Finding[string]
	DefaultVersion string

	// ImageVersion reads the version out of an image that the project's own
	// container file builds on, "" for another image. It is asked where nothing
	// else declares a version.
	ImageVersion func(p *Project, image Image) string

	// Framework finds the framework; nil or not found: the first of
	// Frameworks whose dependency the project declares.
	Framework func(p *Project) finding.Finding[string]

	// Start finds the command that starts the program, in the service's
	// runtime image. Procfile and existing container files are read by the
	// caller and beat it.
	Start func(p *Project) finding.Finding[Start]

	// Port finds where the program listens, where the language knows more than
	// the general rules (source patterns, framework's default).
	Port func(p *Project) finding.Finding[int]

	// Address finds by which environment variables the program is told where to
	// listen, and on which address it does without them.
	Address func(p *Project) Address

	// Health finds the HTTP path that says the program is healthy, where the
	// language knows more than the general rules.
	Health func(p *Project) finding.Finding[string]

	// Guarded reports whether a path is answered only to those who have signed in, by
	// rules that stand apart from its route; nil where no rule knows.
	Guarded func(p *Project, path string) bool

	// Prefix finds the path that all routes of the program stand below by its
	// configuration; "" for none.
	Prefix func(p *Project) string

	// Variables lists environment variables that a framework reads by itself or
	// out of files that are no sources.
	Variables func(p *Project) []finding.Finding[universalbuild.Variable]

	// Settings lists what configuration files say that a variable overrides. A
	// text may hold somebody's password.
	Settings func(p *Project) []Setting

	// TablesByHand says whether the program expects the tables of its database to
	// be there, because nothing of it makes them.
	TablesByHand func(p *Project) (finding.Evidence, bool)

	// OldLogin is the program's only client of MySQL where that signs in with
	// mysql_native_password alone, which MySQL has off since 8.4 and not at all since
	// 9.0 (https://dev.mysql.com/doc/refman/8.4/en/native-pluggable-authentication.html).
	OldLogin func(p *Project) (Dependency, bool)

	// Sources lists the files, relative to the repository's root, that one of a
	// project's several programs is made of, the nearest to its start first; nil
	// for any other project.
	Sources func(p *Project) []string

	// Recipe says how the project is built and what its image is made of. It
	// runs last and sees everything found before.
	Recipe func(p *Project) Recipe

	// Assets adds to the recipe of p, a project of another language, what builds
	// the assets of b beside it: the toolchain, and the commands in front of the
	// recipe's own. script names what makes them; "" for what is usual. It
	// reports whether there was anything to add.
	Assets func(p, b *Project, script string, r *Recipe) bool

	// SignsIn lists what the ecosystem's tools sign in with at registries, by the
	// files of one folder: a file is relative to it, and so is a target that is
	// not absolute.
	SignsIn func(f *Folder) []finding.Finding[universalbuild.Secret]

	// Toolchain adds to another language's recipe what builds b, for a build that
	// calls it by itself.
	Toolchain func(b *Project, r *Recipe)
}

// Manifest is a file that says a project is here. Name is exact or, with a
// star, a pattern for the file name: "*.csproj". With slashes it is a path below
// the folder that it speaks of: "config/_default/hugo.toml".
type Manifest struct {
	Name     string
	Priority int // 1 primary, 2 secondary, 3 lock, 4 container
	Lock     bool
}

// System is a build system or package manager.
type System struct {
	ID        string   // "npm", "poetry", "maven"
	Programs  []string // that run it, beside one of its ID: "mvn"
	Name      string   // "npm", "Poetry", "Maven"
	Files     []string // its manifests and locks
	Caches    []string // where it keeps downloads: absolute for root, or relative to the workdir
	Practices Practices
}

// Practices is what get_best_practices answers about a build system.
type Practices struct {
	BuildImage   string
	RuntimeImage string
	Build        []string
	Test         []string
	Caches       []string
	Artifacts    []string
	Ports        []int
	Health       string
	Notes        []string // one sentence each
}

// Framework is recognised by a dependency.
type Framework struct {
	Name  string   // display name: "Express", "Spring Boot"
	Needs []string // any of these dependencies; a trailing * matches a prefix
	Port  int      // where it listens when nothing says otherwise; 0: the language's
	// PortVariable is the environment variable that the framework itself takes its
	// port from; "" where only the program's own code can.
	PortVariable string
	Health       []string // paths it answers by itself, best first
	Kind         universalbuild.Kind
	StartPeriod  string // how long it takes to start where that is longer than others take: "60s"
	Library      bool   // names itself only when nothing stronger matches: React beside Vite
}

// Native is what a dependency, or a part of the language's own library, needs from
// the system.
type Native struct {
	Needs   []string // dependency names; a trailing * matches a prefix
	Sources Pattern  // what stands in sources that need the same; "" for nothing
	Build   []string // Debian packages to compile it
	Runtime []string // Debian packages to run it
}

// Dependency is one declared dependency.
type Dependency struct {
	Name     string // as the ecosystem spells it, normalised where it folds case
	Version  string // constraint as written, or the locked version
	Dev      bool   // needed for development only
	Optional bool   // the program runs without it: an extra, a feature that is off
	Local    string // folder in this repository it points to, relative to the root; "" otherwise
	Absent   string // the path it is taken from, as written, where the build does not find it: see Folder.Absent
	Path     string // file it was read from
	Line     int
	Packages []string // of a Go module: those packages below it that the commands import, whole paths, sorted
}

// Renaming is how a file gives an object that patterns speak of a name of its own.
type Renaming struct {
	Object string    // as patterns write it
	Names  []string  // that count: any of them, as a word
	By     []Pattern // group 1 the name, "" for the first of Names
	Hint   Pattern   // what is in each match of By, and looked for first; "" for nothing
}

// Workspace is a set of projects built together from one root.
type Workspace struct {
	Root    string   // folder
	Tool    string   // what documents say: "turborepo", "nx", "lerna", "pnpm", "npm", "cargo", "go.work", "gradle", "maven" …
	Manager string   // build system id that installs it
	Members []string // folders, relative to the repository's root, sorted
	Absent  []string // members by paths, as written, that are not there: see Folder.Absent
	Why     finding.Evidence
}

// Role is what a claimed folder is to a deployment.
type Role int

// The roles, weakest first.
const (
	Unknown Role = iota
	Aside        // tooling beside another language's project: builds assets, lints, formats
	Library      // used by others, does not run
	Program      // runs and ends: a command-line program
	Service      // runs for ever
)

// Claim says that a folder holds a project.
type Claim struct {
	System         string // build system id
	PackageManager string // where it is another than System
	Name           string // the project's own name, "" for the folder's
	Variant        string
	Role           Role
	Kind           universalbuild.Kind // for Service and Program, where already known
	Confidence     float64
	Why            []finding.Evidence
	RoleWhy        finding.Evidence
	Documents      finding.Evidence // that it is made with a generator of documentation
	Parts          []string         // folders below of other projects that this one's build builds along: a front end
	Into           string           // folder outside of the project's own that its build writes to, relative to the repository's root; "" for none
	Warnings       []universalbuild.Warning
	Alternatives   []finding.Alternative // other build systems that were seen
	Programs       []Command             // those of several programs that run for ever; nil for fewer than two
}

// Command is one of several programs of a project. Whether each is deployed for
// itself is another's question.
type Command struct {
	Dir   string // relative to the repository's root
	Name  string
	Kind  universalbuild.Kind
	Why   finding.Evidence
	Parts []string // as in Claim
}

// Start is how a program is started.
type Start struct {
	Command   []string // exec form
	Processes []universalbuild.Process
	Release   []string
}

// Address is how a program is told where to listen. Empty names: nothing tells
// it.
type Address struct {
	Host         string // what it listens on when nothing says otherwise; "" for every address, or unknown
	HostVariable string // takes the host, or host and port where no variable takes the port
	HostOnly     bool   // HostVariable takes the host alone
	HostForm     string // what HostVariable takes where it is something else: an address; {port} stands for the program's port
	Appended     string // to the start command tells it every address, where no variable does; {port} stands for its port
	Open         bool   // HostVariable alone says where, and nothing is in its place
	PortVariable string
	Fixed        int // the one port that its sources open whatever it is told; 0 where something changes it, or there are several
	Why          finding.Evidence
}

// MostMembers is how many members of a workspace are copied by name before the
// sources come: each of its services names all of them. Of more, the build
// downloads what it needs with all the sources at hand.
const MostMembers = 200

// Recipe is what a language says about building and running a project: the
// document's own fields, and why. Commands, ports, health checks and variables
// are filled in by others.
type Recipe struct {
	Build   universalbuild.Build
	Runtime universalbuild.Runtime
	Static  bool // the result is files for a web server
	Why     []Reason

	// Doubtful: it cannot be built, or not reached, as it is planned, and a warning says why.
	Doubtful bool
}

// Reason is the evidence for one field of a recipe.
type Reason struct {
	Field      string // JSON pointer: "/build/base_image"
	Confidence float64
	Source     finding.Source // "" for a rule
	finding.Evidence
}
