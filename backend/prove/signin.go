package prove

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	buildsession "github.com/moby/buildkit/session"
	"github.com/moby/buildkit/session/auth/authprovider"
	"github.com/moby/buildkit/session/secrets/secretsprovider"

	"aipack/backend/base/fault"
	"aipack/backend/secret/credential"
	"aipack/backend/universalbuild"
)

// signIn is what a build is given to sign in with, by ids, and what it lacks.
type signIn struct {
	given   map[string][]byte
	lacking []universalbuild.Secret
	hidden  []string // values that no log may repeat
	secrets []string // those of them that are surely secret: no image may hold one
}

// signIn gathers the secrets of the document's build: what was given for this
// proof, else the project's own file.
func (r Request) signIn() (signIn, error) {
	s := signIn{given: map[string][]byte{}}
	list, _ := r.Document.BuildSecrets()
	if len(list) == 0 {
		return s, nil
	}
	project, err := r.tree()
	if err != nil {
		return s, err
	}
	defer project.Close()
	for _, one := range list {
		text, given := r.Secrets[one.ID]
		if !given && one.File != "" {
			b, err := project.ReadBytes(path.Join(contextIn(r), one.File), secretsprovider.MaxSecretSize+1)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return s, fmt.Errorf("reading the build's secret %s: %w", one.ID, err)
			}
			text, given = string(b), err == nil
		}
		if len(text) > secretsprovider.MaxSecretSize {
			return s, &fault.Fault{Code: fault.WrongUse, Message: fmt.Sprintf("the build's secret %s is larger than the %d KiB that a builder takes", one.ID, secretsprovider.MaxSecretSize>>10), Hint: "give the file that the tool reads, not an archive"}
		}
		if !given {
			s.lacking = append(s.lacking, one)
			continue
		}
		s.given[one.ID] = []byte(text)
		values, sure := valuesOf(one, text)
		s.hidden = append(s.hidden, values...)
		if sure {
			s.secrets = append(s.secrets, values...)
		}
	}
	return s, nil
}

// Given takes values that the user has for a service and does not tell apart: what
// the document's build signs in with is for the build, and for the program where it
// reads a variable of that name too.
func (r Request) Given(values map[string]string) Request {
	r.Env, r.Secrets = maps.Clone(values), map[string]string{}
	list, _ := r.Document.BuildSecrets()
	for _, s := range list {
		value, given := values[s.ID]
		if !given {
			continue
		}
		r.Secrets[s.ID] = value
		if !slices.ContainsFunc(r.Document.Runtime.Variables, func(v universalbuild.Variable) bool { return v.Name == s.ID }) {
			delete(r.Env, s.ID)
		}
	}
	return r
}

// valuesOf are what of a secret must not be repeated: a variable's value, what
// stands in a file as a secret and, of a file of which that is not known, all
// sentence of some length, which may be none.
func valuesOf(s universalbuild.Secret, text string) (values []string, sure bool) {
	found := []string{text}
	if s.Target != "" {
		if found = credential.Values(s.Target, text); len(found) == 0 && s.File != "" {
			found = credential.Values(s.File, text)
		}
	}
	if len(found) == 0 {
		words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n\"'=:,;<>{}[]()", r) })
		return slices.DeleteFunc(words, func(w string) bool { return len(w) < shortestWord }), false
	}
	for _, v := range found {
		for l := range strings.Lines(v) {
			if l = strings.TrimSpace(l); l != "" {
				values = append(values, l)
			}
		}
	}
	return values, true
}

// shortestWord is how long a word of a file is at least that may be a secret.
const shortestWord = 12

// lacks is the error of a build that was not even begun, in BuildKit's words; nil
// where nothing is missing without which it fails.
func (s signIn) lacks() error {
	for _, one := range s.lacking {
		if one.Required {
			return &stageError{"build", fmt.Errorf("secret %s: not found", one.ID)}
		}
	}
	return nil
}

// warnings say what the build was not given, though it may want it.
func (s signIn) warnings() (out []Warning) {
	for _, one := range s.lacking {
		if !one.Required {
			out = append(out, Warning{Rule: "secret_not_given", Message: "The build was not given the secret " + one.ID + ", which it may want" + purpose(one) + "."})
		}
	}
	return out
}

func purpose(s universalbuild.Secret) string {
	if s.Description == "" {
		return ""
	}
	return ": " + s.Description
}

// attachments are what the builder asks our side for: logins at registries of
// images, and the build's secrets.
func (s signIn) attachments() []buildsession.Attachable {
	return []buildsession.Attachable{
		authprovider.NewDockerAuthProvider(authprovider.DockerAuthProviderConfig{}),
		secretsprovider.FromMap(s.given),
	}
}
