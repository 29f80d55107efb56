package validate

import (
	"path"

	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// buildSecrets checks what a build is given to sign in with.
func buildSecrets(c *Check) {
	seen := map[string]bool{}
	for i, s := range c.Doc.Build.Secrets {
		field := at("/build/secrets", i)
		if !universalbuild.SecretID(s.ID) {
			c.Fail(field+"/id", "This is not a valid ID of a secret.", "Use letters, digits, _ . and - alone: NPM_TOKEN, npmrc.")
		}
		if kind := secretIn(s.ID + " " + s.Env + " " + s.Description); kind != "" {
			c.Fail(field, "This holds "+kind+".", "Name the secret here, and give its value when the image is built.")
		}
		switch {
		case s.Env != "" && s.Target != "":
			c.Fail(field+"/target", "The secret is a variable and a file.", "Keep env or target.")
		case s.Target != "" && (!path.IsAbs(s.Target) || odd(s.Target) || path.Clean(s.Target) == "/"):
			c.Fail(field+"/target", "This is not the absolute path of a file.", "Name the file in which the tool looks: /root/.netrc.")
		case s.Target == "" && !shellName(s.Env):
			c.Fail(field+"/env", "No shell has a variable of this name.", "Use letters, digits and _, and no digit first.")
		}
		if s.File != "" {
			c.inside(field+"/file", s.File, "context")
		}
		into := s.Target
		if into == "" {
			into = s.Env
		}
		if seen[s.ID] || seen["="+into] {
			c.Fail(field, "Another secret has this ID, or goes to the same place.", "Remove one of them.")
		}
		seen[s.ID], seen["="+into] = true, true
	}
	for i, m := range c.Doc.Build.Manifests {
		for _, s := range c.Doc.Build.Secrets {
			if s.File != "" && path.Clean(m) == path.Clean(s.File) {
				c.Fail(at("/build/manifests", i), m+" is a secret of the build, and is copied into the image too.", "Remove it here.")
			}
		}
		if k, named := credential.Named(m); named && k.Always && k.Inside == nil && k.Holds == nil {
			c.Warn(at("/build/manifests", i), m+" is copied into the image, and by its name it is "+k.What+".", "Make it a secret of the build.")
		}
	}
}

// shellName reports whether a shell can have a variable of this name.
func shellName(name string) bool {
	for i, r := range name {
		if !(r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || i > 0 && r >= '0' && r <= '9') {
			return false
		}
	}
	return name != ""
}
