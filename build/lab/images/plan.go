package images

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"strings"
)

// Plan says how one stand-in is made.
type Plan struct {
	Dockerfile string            // the file in this folder, without its ending; empty for Debian itself
	Suite      string            // the Debian release below it
	Args       map[string]string // the build's arguments
	Below      []string          // images that it stands on or takes from
	Tool       Tool              // what is put in as the context "tool"
}

// Tool is what a stand-in is made of beside Debian's packages: the real
// program, from a registry of packages or from this machine.
type Tool struct {
	From     Source
	Packages []string // with their versions, as the source's own client takes them
}

// Source is where versions of a program can be had.
type Source string

const (
	NPM    Source = "npm"       // packages of the npm registry
	Go     Source = "go"        // toolchains of the Go module proxy
	Module Source = "modules"   // programs of Go's modules, compiled by this machine
	Crate  Source = "crates.io" // sources that crates carry
	Maven  Source = "maven"     // artifacts of Maven Central
	Python Source = "pyenv"     // this machine's, made by pyenv
	Rust   Source = "rustup"    // this machine's, installed by rustup
)

// Shelf says what there is to choose from.
type Shelf interface {
	// Versions are those that a source has of a program; an error means that it
	// could not be asked.
	Versions(from Source, name string) ([]string, error)
	// Release is the Debian release of this machine, on which its own programs run.
	Release() string
}

// Refusal says why a tag has no stand-in.
type Refusal struct{ Image, Why string }

func (r Refusal) Error() string { return r.Image + " cannot be had here: " + r.Why }

// recipe decides about the tags of one repository. It says why not with refuse.
type recipe func(Tag, Shelf) (Plan, error)

var recipes = map[string]recipe{
	"library/buildpack-deps":  buildpackDeps,
	"library/composer":        composer,
	"library/debian":          debian,
	"library/eclipse-temurin": temurin,
	"library/gcc":             gcc,
	"library/golang":          golang,
	"library/mariadb":         mariadb,
	"library/maven":           maven,
	"library/memcached":       memcached,
	"library/mysql":           mysql,
	"library/nats":            nats,
	"library/nginx":           nginx,
	"library/node":            node,
	"library/php":             php,
	"library/postgres":        postgres,
	"library/python":          python,
	"library/rabbitmq":        rabbitmq,
	"library/redis":           redis,
	"library/ruby":            ruby,
	"library/rust":            rust,
	"library/tomcat":          tomcat,
	"apache/kafka":            kafka,
	"denoland/deno":           deno,
	"oven/bun":                bun,
	"pgvector/pgvector":       pgvector,
	"quay.io/coreos/etcd":     etcd,
	"valkey/valkey":           valkey,
}

// Resolve says what an image is made of, or refuses it: its real version is
// used or none.
func Resolve(repository, tag string, shelf Shelf) (Plan, error) {
	image := strings.TrimPrefix(repository, "library/") + ":" + tag
	r, ok := recipes[repository]
	if !ok {
		return Plan{}, Refusal{image, "the lab makes no stand-in of that name"}
	}
	plan, err := r(parse(tag), shelf)
	var why refused
	if errors.As(err, &why) {
		return Plan{}, Refusal{image, string(why)}
	}
	if err != nil {
		return Plan{}, fmt.Errorf("%s: %w", image, err)
	}
	return plan, nil
}

type refused string

func (r refused) Error() string { return string(r) }

func refuse(format string, args ...any) (Plan, error) {
	return Plan{}, refused(fmt.Sprintf(format, args...))
}

// variant refuses what no stand-in can be: another distribution, another
// system, a build of its own.
func variant(t Tag) (Plan, error) {
	return refuse("of its variants only those on Debian are made, not %s", strings.Join(t.Words, "-"))
}

//go:embed *.Dockerfile scripts
var files embed.FS

// Recipe is the build's context: the Dockerfile of a plan and the scripts that
// it copies.
func (p Plan) Recipe() (map[string][]byte, error) {
	content, err := files.ReadFile(p.Dockerfile + ".Dockerfile")
	if err != nil {
		return nil, err
	}
	recipe := map[string][]byte{"Dockerfile": content}
	scripts, err := files.ReadDir("scripts")
	if err != nil {
		return nil, err
	}
	for _, script := range scripts {
		if !bytes.Contains(content, []byte(" "+script.Name()+" ")) {
			continue
		}
		if recipe[script.Name()], err = files.ReadFile("scripts/" + script.Name()); err != nil {
			return nil, err
		}
	}
	return recipe, nil
}
