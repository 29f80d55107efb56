package php

import (
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/signin"
)

const composerAddress = language.Pattern(`"url"\s*:\s*"(https?://[^"]+)"`)

// openHosts take no login for what is public.
var openHosts = []string{
	"repo.packagist.org", "packagist.org", "github.com", "api.github.com", "gitlab.com", "bitbucket.org",
	"wpackagist.org", "asset-packagist.org", "packages.drupal.org", "satis.spatie.be", "codeberg.org",
}

// signsIn lists what Composer signs in with:
// https://getcomposer.org/doc/articles/authentication-for-private-packages.md
func signsIn(f *language.Folder) []signin.Secret {
	if file := signin.File(f, "auth.json", "composer-auth", "auth.json"); len(file) > 0 {
		return file
	}
	text, _ := f.Text("composer.json")
	_, repositories, _ := strings.Cut(text, `"repositories"`)
	for _, m := range composerAddress.Regexp().FindAllStringSubmatch(repositories, 20) {
		if host := signin.Host(m[1]); host != "" && !slices.Contains(openHosts, host) {
			line := 1 + strings.Count(text[:strings.Index(text, m[0])], "\n")
			return []signin.Secret{signin.Variable(f, "composer.json", line, "COMPOSER_AUTH", "signs in at "+host, signin.Private(host))}
		}
	}
	return nil
}
