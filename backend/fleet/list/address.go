package list

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"aipack/backend/fleet"
)

// schemes are those that git may fetch by.
var schemes = []string{"https", "http", "ssh"}

// short is git's short form of an ssh address: user@host:path, where no slash stands
// before the colon. https://git-scm.com/docs/git-clone#_git_urls
var short = regexp.MustCompile(`^(?:[\w.-]+@)?[\w.-]{2,}:[^:]`)

// Parse reads ADDRESS or ADDRESS@REF. A path becomes absolute, below folder. It says
// whether credentials were left out of the address.
func Parse(text, folder string) (r fleet.Repository, stripped bool, err error) {
	switch {
	case text == "" || strings.HasPrefix(text, "-") || strings.ContainsAny(text, "\x00\r\n"):
		return r, false, fmt.Errorf("%q is no address", text)
	case strings.Contains(text, "://"):
		return remote(text)
	case short.MatchString(text) && !filepath.IsAbs(text) && !exists(below(folder, text)):
		host, path, _ := strings.Cut(text, ":")
		path, ref := cutRef(path)
		return fleet.Repository{Address: host + ":" + path, Ref: ref}, false, nil
	case strings.Contains(text, "::"): // git would start a program by that name
		return r, false, fmt.Errorf("%q is no address that is fetched from", text)
	}
	path := below(folder, text)
	if !exists(path) {
		if before, ref := cutRef(text); ref != "" && exists(below(folder, before)) {
			return fleet.Repository{Address: below(folder, before), Ref: ref}, false, nil
		}
	}
	return fleet.Repository{Address: path}, false, nil
}

func below(folder, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// remote reads an address with a scheme. No error repeats it: a secret may be in it.
func remote(text string) (r fleet.Repository, stripped bool, err error) {
	u, err := url.Parse(text)
	if err != nil {
		return r, false, errors.New("an address cannot be read")
	}
	known := false
	for _, s := range schemes {
		known = known || u.Scheme == s
	}
	switch {
	case !known || u.Host == "":
		return r, false, fmt.Errorf("addresses begin with %s://, not %s://", strings.Join(schemes, "://, "), u.Scheme)
	case u.RawQuery != "":
		return r, false, fmt.Errorf("an address at %s has a query, which may hold a secret; git needs none", u.Host)
	}
	_, secret := u.User.Password()
	switch {
	case u.User == nil:
	case u.Scheme == "ssh":
		stripped, u.User = secret, url.User(u.User.Username())
	default: // the name may be a token
		stripped, u.User = true, nil
	}
	u.Fragment, u.RawFragment = "", ""
	path, ref := cutRef(u.Path)
	u.Path, u.RawPath = strings.TrimSuffix(path, "/"), ""
	if u.Path == "" {
		return r, stripped, fmt.Errorf("an address at %s names no repository", u.Host)
	}
	return fleet.Repository{Address: u.String(), Ref: ref}, stripped, nil
}

// cutRef parts a path from the reference behind its last @ that begins no element: a
// folder may be called @scope.
func cutRef(path string) (before, ref string) {
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '@' && path[i-1] != '/' {
			return path[:i], path[i+1:]
		}
	}
	return path, ""
}

// checkRef refuses what git would take for something else than a name.
// https://git-scm.com/docs/git-check-ref-format
func checkRef(ref string) error {
	if strings.HasPrefix(ref, "-") || strings.HasPrefix(ref, "+") || strings.ContainsAny(ref, " :~^?*[\\\x7f") || strings.Contains(ref, "..") ||
		strings.ContainsFunc(ref, func(c rune) bool { return c < ' ' }) {
		return fmt.Errorf("%q is no reference of git", ref)
	}
	return nil
}
