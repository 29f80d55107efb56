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
	Version  string         `json:"version" jsonschema:"enum=1.0"` // version of the format
	Metadata Metadata       `json:"metadata"`                      // what the service is
	Build    Build          `json:"build"`                         // how the artifacts come to be
	Runtime  Runtime        `json:"runtime"`                       // how the artifacts are run
	Evidence []Evidence     `json:"evidence"`                      // why the fields are what they are
	Warnings []Warning      `json:"warnings,omitempty"`            // what the user should know
	Projects []ProjectBuild `json:"projects,omitempty"`            // several services in one document, instead of a list of documents
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
	ProjectName string  `json:"project_name"`                                // the project's own name, else its folder's
	Path        string  `json:"path"`                                        // folder of the service in the repository, "." for the root
	Language    string  `json:"language"`                                    // lower-case id: go, typescript, csharp
	BuildSystem string  `json:"build_system"`                                // lower-case id: npm, cargo, maven
	Confidence  float64 `json:"confidence" jsonschema:"minimum=0,maximum=1"` // how sure the whole is, 0 to 1
	Reasoning   string  `json:"reasoning"`                                   // one or two sentences for a person

	Kind            Kind     `json:"kind,omitempty" jsonschema:"enum=web,enum=static,enum=worker,enum=cli"` // what sort of program it is
	PackageManager  string   `json:"package_manager,omitempty"`                                             // where it differs from the build system, or is a choice
	WorkspaceTool   string   `json:"workspace_tool,omitempty"`                                              // turborepo, nx, cargo, go.work, pnpm …
	Framework       string   `json:"framework,omitempty"`                                                   // display name: Express, Spring Boot
	RuntimeVersion  string   `json:"runtime_version,omitempty"`                                             // as declared or resolved from a lock
	StaticSite      bool     `json:"static_site,omitempty"`                                                 // the result is files for a web server
	Variant         string   `json:"variant,omitempty"`                                                     // flavour of the build system: berry, kotlin-dsl
	Languages       []string `json:"languages,omitempty"`                                                   // further languages of the same service
	BackingServices []string `json:"backing_services,omitempty"`                                            // postgresql, redis …
	DependsOn       []string `json:"depends_on,omitempty"`                                                  // paths of services of this repository it needs first

	DataSetup []DataSetup `json:"data_setup,omitempty"` // how data services of backing_services are set up
}

// DataSetup is how a data service is set up when it has no data yet.
type DataSetup struct {
	Service  string        `json:"service"`            // as backing_services names it
	User     string        `json:"user,omitempty"`     // whom its files, or the sources, speak of; absent = app
	Database string        `json:"database,omitempty"` // that its files are for, or that the sources name; absent = app
	Files    []InitialFile `json:"files,omitempty"`    // what it runs then
	Written  *Written      `json:"written,omitempty"`  // where the sources themselves say it is; absent: a variable does
	TLS      bool          `json:"tls,omitempty"`      // it speaks TLS too, with a certificate that nobody has signed: the sources demand it, and check none
}

// Written is what the sources say of a data service, so that no variable changes it.
type Written struct {
	Host     string `json:"host,omitempty"`                            // by which they call it: localhost, db; absent: a variable says it
	Port     int    `json:"port,omitempty" jsonschema:"maximum=65535"` // at which they ask it; absent = its own
	Password *Place `json:"password,omitempty"`                        // where the password stands that they sign in with; never the password
	Open     bool   `json:"open,omitempty"`                            // they sign in without a password
	Path     string `json:"path,omitempty"`                            // file that says so
	Line     int    `json:"line,omitempty"`                            // line of path, from 1
}

// OwnMachine reports whether a host name means the machine that asks.
func OwnMachine(host string) bool {
	switch host {
	case "localhost", "127.0.0.1", "::1", "[::1]":
		return true
	}
	return false
}

// Place is a part of a line of a file.
type Place struct {
	Path string `json:"path"`                        // file of the repository
	Line int    `json:"line" jsonschema:"minimum=1"` // from 1
	From int    `json:"from" jsonschema:"minimum=1"` // byte of the line that it begins with, from 1
	To   int    `json:"to" jsonschema:"minimum=1"`   // byte behind it
}

// InitialFile is a file or folder of the repository that a data service finds
// at its start.
type InitialFile struct {
	From string `json:"from"` // in the repository
	To   string `json:"to"`   // absolute, in the data service's container
}

// Build says how the artifacts come to be.
type Build struct {
	BaseImage         string            `json:"base_image"`          // image the build runs in; empty where nothing is built
	Workdir           string            `json:"workdir"`             // absolute folder the commands run in
	SystemPackages    []string          `json:"system_packages"`     // Debian package names
	Environment       map[string]string `json:"environment"`         // variables of the build; $PATH stands for the image's own
	PreBuildCommands  []string          `json:"pre_build_commands"`  // fetch dependencies
	BuildCommands     []string          `json:"build_commands"`      // compile, bundle
	PostBuildCommands []string          `json:"post_build_commands"` // prune, collect
	CachePaths        []string          `json:"cache_paths"`         // absolute in the image, or relative to the workdir
	Artifacts         []string          `json:"artifacts"`           // what the runtime takes over, relative to the workdir

	Context   string   `json:"context,omitempty"`   // folder of the repository that is sent to the build; absent = metadata.path
	Manifests []string `json:"manifests,omitempty"` // what PreBuildCommands need; copied before the sources so that layers cache
	Tools     []Tool   `json:"tools,omitempty"`     // toolchains of further languages, taken from their images
	Setup     []string `json:"setup,omitempty"`     // run in the build image before any file is copied, so that the layer outlives changes
	Secrets   []Secret `json:"secrets,omitempty"`   // what the commands sign in with; given to the build, and in no image
}

// Secret is something that a build needs and no image keeps: a builder is given
// it for the commands alone, as a variable or as a file.
type Secret struct {
	ID          string `json:"id"`                    // under which a builder is given it: NPM_TOKEN, npmrc
	Env         string `json:"env,omitempty"`         // variable in which the commands find it; absent with a target
	Target      string `json:"target,omitempty"`      // absolute path of the file in which they find it
	File        string `json:"file,omitempty"`        // the project's own file that holds it, relative to the context
	Required    bool   `json:"required,omitempty"`    // the build fails without it
	Description string `json:"description,omitempty"` // what it is for
	Path        string `json:"path,omitempty"`        // file that says so
	Line        int    `json:"line,omitempty"`        // line of path, from 1
}

// Tool is a toolchain copied out of another image into the build stage.
type Tool struct {
	Image string   `json:"image"` // node:22-bookworm-slim
	Paths []string `json:"paths"` // absolute, the same in both images
}

// Runtime says how the artifacts are run.
type Runtime struct {
	BaseImage      string            `json:"base_image"`            // image the service runs in
	Workdir        string            `json:"workdir"`               // absolute folder the program starts in
	SystemPackages []string          `json:"system_packages"`       // Debian package names
	Environment    map[string]string `json:"environment"`           // variables set in the image; never a secret. $PATH stands for the image's own
	Copy           []Copy            `json:"copy"`                  // what is taken over from the build
	Command        []string          `json:"command"`               // program and arguments in exec form, or the entrypoint's arguments
	Entrypoint     []string          `json:"entrypoint"`            // program that the command is handed to, in exec form
	Ports          []Port            `json:"ports"`                 // where the service listens
	Healthcheck    *Healthcheck      `json:"healthcheck,omitempty"` // how to see that it is healthy

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
	From string `json:"from"` // path of the build stage; * and ? match within one name
	To   string `json:"to"`   // path in the runtime image
}

// File is a small text file written into the runtime image.
type File struct {
	Path    string `json:"path"`    // absolute
	Content string `json:"content"` // the whole text
}

// Port is one the service listens on.
type Port struct {
	Port     int    `json:"port" jsonschema:"minimum=1,maximum=65535"` // number, 1 to 65535
	Protocol string `json:"protocol" jsonschema:"enum=tcp,enum=udp"`   // tcp or udp
}

// Healthcheck is a command that ends with 0 while the service is healthy.
// Durations are Go durations: "30s".
type Healthcheck struct {
	Command  []string `json:"command"`                        // in exec form
	Interval string   `json:"interval"`                       // time between two checks
	Timeout  string   `json:"timeout"`                        // time one check may take
	Retries  int      `json:"retries" jsonschema:"minimum=0"` // failures in a row until it counts as unhealthy

	StartPeriod string `json:"start_period,omitempty"` // time in which failures do not count
	Path        string `json:"path,omitempty"`         // the HTTP path the command asks for, where it does
}

// Process is a further process of the same image: a worker, a scheduler.
type Process struct {
	Name    string   `json:"name"`    // worker, scheduler
	Command []string `json:"command"` // in exec form
}

// Variable is an environment variable the program reads.
type Variable struct {
	Name        string `json:"name"`                  // DATABASE_URL
	Default     string `json:"default,omitempty"`     // what the program takes when it is not set
	Value       string `json:"value,omitempty"`       // what a deployment gives it; {postgresql.url}, {service:apps/api.url}, {self.url} and {secret:hex:32} stand for what is known only then
	Required    bool   `json:"required,omitempty"`    // the program does not run without it
	Secret      bool   `json:"secret,omitempty"`      // its value must not be written down
	Type        string `json:"type,omitempty"`        // what the program reads it as: integer, number, boolean, url, email or duration; absent: any text, or not known
	Description string `json:"description,omitempty"` // what it is for
	Path        string `json:"path,omitempty"`        // where it is read
	Line        int    `json:"line,omitempty"`        // line of path, from 1
}

// Evidence says why a field is what it is.
type Evidence struct {
	Field        string        `json:"field"`                                              // JSON pointer into the document: /runtime/ports/0/port
	Value        string        `json:"value"`                                              // what was found, as text
	Confidence   float64       `json:"confidence" jsonschema:"minimum=0,maximum=1"`        // 0 to 1
	Source       string        `json:"source" jsonschema:"enum=rule,enum=model,enum=user"` // rule, model, user
	Rule         string        `json:"rule,omitempty"`                                     // id of the rule: node.lockfile
	Path         string        `json:"path,omitempty"`                                     // file it was read from
	Line         int           `json:"line,omitempty"`                                     // line of path, from 1
	Excerpt      string        `json:"excerpt,omitempty"`                                  // the text that was read
	Alternatives []Alternative `json:"alternatives,omitempty"`                             // what lost
}

// Alternative is a value that lost.
type Alternative struct {
	Value      string  `json:"value"`                                       // what it would have been
	Confidence float64 `json:"confidence" jsonschema:"minimum=0,maximum=1"` // 0 to 1
	Rule       string  `json:"rule,omitempty"`                              // id of the rule that found it
	Path       string  `json:"path,omitempty"`                              // file it was read from
	Line       int     `json:"line,omitempty"`                              // line of path, from 1
}

// AnswersRule is the rule of alternatives of a health check that are no other answers:
// paths that the sources answer, too, and that a proof asks beside it.
const AnswersRule = "health.answers"

// Warning is something the user should know and can mend.
type Warning struct {
	Code    string `json:"code"`           // stable, snake_case: lock_out_of_step, several_locks, manifest_unreadable
	Message string `json:"message"`        // what is wrong, in one sentence
	Path    string `json:"path,omitempty"` // file it is about
	Line    int    `json:"line,omitempty"` // line of path, from 1
	Fix     string `json:"fix,omitempty"`  // what to do
}

// BindsToLocalhost is the code of a warning of a program whose source says, or leaves to
// its server, that it listens on its own machine alone; GiveHost is the fix where it
// leaves that to its server.
const (
	BindsToLocalhost = "binds_to_localhost"
	GiveHost         = `give the call host="0.0.0.0"`
)

// ProjectBuild is one service inside the one-document form.
type ProjectBuild struct {
	Version  string     `json:"version,omitempty"`  // where it is another than the document's
	Path     string     `json:"path"`               // folder of the service in the repository
	Name     string     `json:"name"`               // the service's name
	Metadata *Metadata  `json:"metadata,omitempty"` // what the service is; absent: as the document says
	Build    Build      `json:"build"`              // how its artifacts come to be
	Runtime  Runtime    `json:"runtime"`            // how they are run
	Evidence []Evidence `json:"evidence,omitempty"` // why its fields are what they are
	Warnings []Warning  `json:"warnings,omitempty"` // what the user should know
}
