package proving

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"aipack/backend/base/fault"
	"aipack/backend/cli"
	"aipack/backend/universalbuild"
)

const envUsage = "NAME=VALUE for the service, or NAME for the value of this environment; may be repeated"

// variables reads --env: NAME=VALUE, or NAME for the value that it has in
// aipack's own environment, as `docker run --env` takes them. A later one of
// the same name wins. No message repeats a value.
func variables(given []string, lookup func(string) (string, bool)) (map[string]string, error) {
	env := map[string]string{}
	for _, one := range given {
		name, value, told := strings.Cut(one, "=")
		if !universalbuild.VariableName(name) {
			return nil, cli.Misuse(fmt.Sprintf("--env is NAME=VALUE, and %q cannot be the name of a variable", name))
		}
		if !told {
			var set bool
			if value, set = lookup(name); !set {
				return nil, cli.Misuse(fmt.Sprintf(
					"--env %s takes the value from the environment, where %s is not set; set it there, or say --env %s=VALUE", name, name, name))
			}
		}
		if strings.ContainsRune(value, 0) {
			return nil, cli.Misuse(fmt.Sprintf("the value of --env %s holds a zero byte, which no environment can carry", name))
		}
		env[name] = value
	}
	return env, nil
}

const secretUsage = "id=ID,src=FILE or id=ID,env=NAME for the build, as docker build takes it; id=ID for the variable of that name; may be repeated; what is not given is read from the project's own file where the plan names one"

// secrets reads --secret: by id, what a file or a variable of aipack's own
// environment holds. A later one of the same id wins. No message repeats a value.
func secrets(given []string, lookup func(string) (string, bool)) (map[string]string, error) {
	out := map[string]string{}
	for _, one := range given {
		s, err := secretOf(one)
		if err != nil {
			return nil, err
		}
		if s.file != "" {
			if out[s.id], err = readSecret(s.file); err != nil {
				return nil, err
			}
			continue
		}
		value, set := lookup(s.env)
		if !set {
			return nil, cli.Misuse(fmt.Sprintf("--secret id=%s takes the value of %s, which is not set; set it, or say --secret id=%s,src=FILE", s.id, s.env, s.id))
		}
		out[s.id] = value
	}
	return out, nil
}

// source is where a secret comes from: a file, or else a variable.
type source struct{ id, file, env string }

func secretOf(given string) (s source, err error) {
	kind := ""
	for part := range strings.SplitSeq(given, ",") {
		key, value, _ := strings.Cut(part, "=")
		switch key {
		case "id":
			s.id = value
		case "src", "source":
			s.file = value
		case "env":
			s.env = value
		case "type":
			kind = value
		default:
			return s, cli.Misuse(fmt.Sprintf("--secret is id=ID,src=FILE or id=ID,env=NAME, and %q is neither", key))
		}
	}
	if kind == "env" && s.env == "" { // its src is a variable's name
		s.env, s.file = s.file, ""
	}
	switch {
	case kind != "" && kind != "env" && kind != "file":
		return s, cli.Misuse(fmt.Sprintf("--secret is of type file or env, and not %q", kind))
	case !universalbuild.SecretID(s.id):
		return s, cli.Misuse("--secret wants an id: id=NPM_TOKEN, as the plan names it")
	case s.file != "" && s.env != "":
		return s, cli.Misuse(fmt.Sprintf("--secret id=%s is a file or a variable: give src or env", s.id))
	case s.file == "" && s.env == "":
		s.env = s.id
	}
	return s, nil
}

// mostSecret is how large a secret may be: BuildKit takes no larger ones.
const mostSecret = 500 << 10

func readSecret(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", &fault.Fault{
			Code: fault.FileNotFound, Message: "the secret's file " + name + " cannot be read",
			Hint: "give src the path of a file that you may read", Err: err,
		}
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, mostSecret+1))
	if err == nil && len(b) > mostSecret {
		return "", cli.Misuse("the secret's file " + name + " is larger than the 500 KiB that a builder takes")
	}
	return string(b), err
}

// asked refuses secrets of which no plan's build knows the id.
func asked(given map[string]string, docs []universalbuild.UniversalBuild) error {
	var known []string
	for _, d := range docs {
		list, _ := d.BuildSecrets()
		for _, s := range list {
			known = append(known, s.ID)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		if slices.Contains(known, id) {
			continue
		}
		if len(known) == 0 {
			return cli.Misuse(fmt.Sprintf("--secret id=%s: no build of this plan takes a secret", id))
		}
		slices.Sort(known)
		return cli.Misuse(fmt.Sprintf("--secret id=%s: no build of this plan takes it; they take %s", id, strings.Join(slices.Compact(known), ", ")))
	}
	return nil
}

// mostProposed is how large a file may be that is proved in place of the project's.
const mostProposed = 1 << 20

// proposed reads --file: by the project's path, what another file holds.
func proposed(given []string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, one := range given {
		name, from, ok := strings.Cut(one, "=")
		if name = filepath.ToSlash(filepath.Clean(name)); !ok || !fs.ValidPath(name) || name == "." {
			return nil, cli.Misuse(fmt.Sprintf("--file is PATH=FILE with a path in the project, and %q is not", one))
		}
		f, err := os.Open(from)
		if err != nil {
			return nil, &fault.Fault{Code: fault.FileNotFound, Message: "the file " + from + " cannot be read", Hint: "give --file PATH=FILE a file that you may read", Err: err}
		}
		text, err := io.ReadAll(io.LimitReader(f, mostProposed+1))
		_ = f.Close() // nothing was written
		if err != nil {
			return nil, err
		}
		if len(text) > mostProposed {
			return nil, cli.Misuse("the file " + from + " is larger than 1 MiB")
		}
		files[name] = text
	}
	return files, nil
}
