package proving

import (
	"fmt"
	"strings"

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
				return nil, cli.Misuse(fmt.Sprintf("--env %s takes the value from the environment, where %s is not set; set it there, or say --env %s=VALUE", name, name, name))
			}
		}
		if strings.ContainsRune(value, 0) {
			return nil, cli.Misuse(fmt.Sprintf("the value of --env %s holds a zero byte, which no environment can carry", name))
		}
		env[name] = value
	}
	return env, nil
}
