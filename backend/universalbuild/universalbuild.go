// Package universalbuild is the document in the middle of the line: how one
// deployable service is built and run, and why. It holds the types, reads them
// tolerantly and writes them strictly; it does not know how they were found or
// what is made of them.
package universalbuild

// Version is the only version of the document there is.
const Version = "1.0"

// UniversalBuild says how one service is built and run. Paths inside it are
// slash-separated; those of Build and Runtime are relative to Build.Context.
type UniversalBuild struct {
	Version  string     `json:"version"`
	Metadata Metadata   `json:"metadata"`
	Build    Build      `json:"build"`
	Runtime  Runtime    `json:"runtime"`
	Evidence []Evidence `json:"evidence"`
	Warnings []Warning  `json:"warnings,omitempty"`

	// Projects is the one-document form of several services: see Merge.
	Projects []ProjectBuild `json:"projects,omitempty"`
}

// Kind says what sort of program a service is.
type Kind string

// The kinds of program.
const (
	Web    Kind = "web"    // answers requests on a port
	Static Kind = "static" // files served by a web server
	Worker Kind = "worker" // runs for ever without a port: bots, queue consumers
	CLI    Kind = "cli"    // runs and ends
)

// Metadata says what the service is.
type Metadata struct {
	ProjectName string  `json:"project_name"`
	Path        string  `json:"path"`         // folder of the service in the repository, "." for the root
	Language    string  `json:"language"`     // lower-case id: go, typescript, csharp
	BuildSystem string  `json:"build_system"` // lower-case id: npm, cargo, maven
	Confidence  float64 `json:"confidence"`   // 0 to 1
	Reasoning   string  `json:"reasoning"`    // one or two sentences for a person

	Kind            Kind     `json:"kind,omitempty"`
	PackageManager  string   `json:"package_manager,omitempty"` // where it differs from the build system, or is a choice
	WorkspaceTool   string   `json:"workspace_tool,omitempty"`  // turborepo, nx, cargo, go.work, pnpm …
	Framework       string   `json:"framework,omitempty"`       // display name: Express, Spring Boot
	RuntimeVersion  string   `json:"runtime_version,omitempty"` // as declared or resolved from a lock
	StaticSite      bool     `json:"static_site,omitempty"`
	Variant         string   `json:"variant,omitempty"`
	Languages       []string `json:"languages,omitempty"`        // further languages of the same service
	BackingServices []string `json:"backing_services,omitempty"` // postgresql, redis …
	DependsOn       []string `json:"depends_on,omitempty"`       // paths of services of this repository it needs first
}

// Build says how the artifacts come to be.
type Build struct {
	BaseImage         string            `json:"base_image"`
	Workdir           string            `json:"workdir"`
	SystemPackages    []string          `json:"system_packages"` // Debian package names
	Environment       map[string]string `json:"environment"`
	PreBuildCommands  []string          `json:"pre_build_commands"`  // fetch dependencies
	BuildCommands     []string          `json:"build_commands"`      // compile, bundle
	PostBuildCommands []string          `json:"post_build_commands"` // prune, collect
	CachePaths        []string          `json:"cache_paths"`         // absolute in the image, or relative to the workdir
	Artifacts         []string          `json:"artifacts"`           // what the runtime takes over, relative to the workdir

	Context   string   `json:"context,omitempty"`   // folder of the repository that is sent to the build; absent = metadata.path
	Manifests []string `json:"manifests,omitempty"` // what PreBuildCommands need; copied before the sources so that layers cache
	Tools     []Tool   `json:"tools,omitempty"`     // toolchains of further languages, taken from their images
}

// Tool is a toolchain copied out of another image into the build stage.
type Tool struct {
	Image string   `json:"image"` // node:22-bookworm-slim
	Paths []string `json:"paths"` // absolute, the same in both images
}

// Runtime says how the artifacts are run.
type Runtime struct {
	BaseImage      string            `json:"base_image"`
	Workdir        string            `json:"workdir"`
	SystemPackages []string          `json:"system_packages"`
	Environment    map[string]string `json:"environment"`
	Copy           []Copy            `json:"copy"`
	Command        []string          `json:"command"`
	Entrypoint     []string          `json:"entrypoint"`
	Ports          []Port            `json:"ports"`
	Healthcheck    *Healthcheck      `json:"healthcheck,omitempty"`

	User      string     `json:"user,omitempty"`      // absent = app, uid 10001
	Setup     []string   `json:"setup,omitempty"`     // run as root in the runtime image, before files are copied
	Files     []File     `json:"files,omitempty"`     // small generated files, such as a web server's configuration
	Processes []Process  `json:"processes,omitempty"` // further processes of the same image
	Release   []string   `json:"release,omitempty"`   // shell lines to run once per release: migrations. Never run at start
	Variables []Variable `json:"variables,omitempty"` // environment the program reads
}

// Copy takes a path of the build stage into the runtime image. From is
// relative to the build's workdir or absolute; To likewise in the runtime.
type Copy struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// File is a small text file written into the runtime image.
type File struct {
	Path    string `json:"path"` // absolute
	Content string `json:"content"`
}

// Port is one the service listens on.
type Port struct {
	Port     int    `json:"port"`
	Protocol string `json:"protocol"` // tcp or udp
}

// Healthcheck is a command that ends with 0 while the service is well.
// Durations are Go durations: "30s".
type Healthcheck struct {
	Command  []string `json:"command"`
	Interval string   `json:"interval"`
	Timeout  string   `json:"timeout"`
	Retries  int      `json:"retries"`

	StartPeriod string `json:"start_period,omitempty"`
	Path        string `json:"path,omitempty"` // the HTTP path the command asks for, where it does
}

// Process is a further process of the same image: a worker, a scheduler.
type Process struct {
	Name    string   `json:"name"`
	Command []string `json:"command"`
}

// Variable is an environment variable the program reads.
type Variable struct {
	Name        string `json:"name"`
	Default     string `json:"default,omitempty"`
	Required    bool   `json:"required,omitempty"`
	Secret      bool   `json:"secret,omitempty"`
	Description string `json:"description,omitempty"`
	Path        string `json:"path,omitempty"` // where it is read
	Line        int    `json:"line,omitempty"`
}

// Evidence says why a field is what it is.
type Evidence struct {
	Field        string        `json:"field"` // JSON pointer into the document: /runtime/ports/0/port
	Value        string        `json:"value"`
	Confidence   float64       `json:"confidence"`
	Source       string        `json:"source"` // rule, model, user
	Rule         string        `json:"rule,omitempty"`
	Path         string        `json:"path,omitempty"`
	Line         int           `json:"line,omitempty"`
	Excerpt      string        `json:"excerpt,omitempty"`
	Alternatives []Alternative `json:"alternatives,omitempty"`
}

// Alternative is a value that lost.
type Alternative struct {
	Value      string  `json:"value"`
	Confidence float64 `json:"confidence"`
	Rule       string  `json:"rule,omitempty"`
	Path       string  `json:"path,omitempty"`
	Line       int     `json:"line,omitempty"`
}

// Warning is something the user should know and can mend.
type Warning struct {
	Code    string `json:"code"` // stable, snake_case: lock_out_of_step, several_locks, manifest_unreadable
	Message string `json:"message"`
	Path    string `json:"path,omitempty"`
	Line    int    `json:"line,omitempty"`
	Fix     string `json:"fix,omitempty"`
}

// ProjectBuild is one service inside the one-document form.
type ProjectBuild struct {
	Path     string     `json:"path"`
	Name     string     `json:"name"`
	Metadata *Metadata  `json:"metadata,omitempty"`
	Build    Build      `json:"build"`
	Runtime  Runtime    `json:"runtime"`
	Evidence []Evidence `json:"evidence,omitempty"`
	Warnings []Warning  `json:"warnings,omitempty"`
}
