package validate

import (
	"maps"
	"slices"

	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// secretIn names the kind of secret that a text holds, "" for none.
func secretIn(s string) string {
	what, _ := credential.Token(s)
	return what
}

// secrets finds what must not be in an image: anyone who has the image can
// read its environment, its history and its files.
func secrets(c *Check) {
	b, r := c.Doc.Build, c.Doc.Runtime
	c.secretEnvironment("/build/environment", b.Environment, "It is taken as a build secret of the same name; remove the value.")
	c.secretEnvironment("/runtime/environment", r.Environment, "Remove the value and give it when the container is started.")
	for field, lines := range map[string][]string{
		"/build/pre_build_commands": b.PreBuildCommands, "/build/build_commands": b.BuildCommands, "/build/post_build_commands": b.PostBuildCommands,
		"/build/setup": b.Setup, "/runtime/setup": r.Setup, "/runtime/release": r.Release, "/runtime/command": r.Command, "/runtime/entrypoint": r.Entrypoint,
	} {
		for i, line := range lines {
			c.secret(at(field, i), line)
		}
	}
	for i, f := range r.Files {
		c.secret(at("/runtime/files", i)+"/content", f.Content)
	}
	for i, v := range r.Variables {
		c.secret(at("/runtime/variables", i)+"/default", v.Default)
		c.secret(at("/runtime/variables", i)+"/value", v.Value)
	}
}

func (c *Check) secret(at, text string) {
	if kind := secretIn(text); kind != "" {
		c.Fail(at, "This holds "+kind+".", "Take it out, revoke it, and give it as an environment variable when the container is started.")
	}
}

func (c *Check) secretEnvironment(field string, env map[string]string, fix string) {
	for _, name := range slices.Sorted(maps.Keys(env)) {
		at := field + "/" + universalbuild.Token(name)
		value := env[name]
		if kind := secretIn(value); kind != "" && !(universalbuild.PublicName(name) && kind == credential.GoogleKey) {
			c.Fail(at, "The value is "+kind+".", fix)
		} else if universalbuild.SecretName(name) && !universalbuild.PublicName(name) && value != "" && !universalbuild.Placeholder(value) {
			c.Warn(at, "By its name the value is a secret; it is not written into the image.", fix)
		}
	}
}
