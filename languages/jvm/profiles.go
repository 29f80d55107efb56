package jvm

import (
	"path"
	"slices"
	"strings"

	"aipack/backend/language"
	"aipack/backend/manifest/lenient"
)

// profilesActive is the key by which a configuration turns profiles on.
const profilesActive = "spring.profiles.active"

// activeProfiles lists the profiles that a project's own configuration turns on,
// which go before it. Of several the last one wins, and comes first here (Spring
// Boot's reference, "Profile Specific Files").
func activeProfiles(f *language.Folder) []string {
	return language.Once(f, "java.active_profiles", func() (out []string) {
		for _, file := range configFiles {
			if !f.Has(file) {
				continue
			}
			v, ok := configValue(f, file, profilesActive)
			if !ok {
				continue
			}
			for profile := range strings.SplitSeq(v.text, ",") {
				if profile = strings.TrimSpace(profile); profile != "" && !strings.ContainsAny(profile, "${}@/") {
					out = append(out, profile)
				}
			}
			slices.Reverse(out)
			return out
		}
		return nil
	})
}

// activeConfig lists the configuration files of those profiles.
func activeConfig(f *language.Folder) (out []string) {
	for _, profile := range activeProfiles(f) {
		for _, file := range configFiles {
			ext := path.Ext(file)
			out = append(out, strings.TrimSuffix(file, ext)+"-"+profile+ext)
		}
	}
	return out
}

// profileOf is the one profile that a document of a YAML file counts for; "" for
// all of them.
func profileOf(doc lenient.YAML) string {
	for _, key := range []string{"spring.config.activate.on-profile", "spring.profiles"} {
		if v := yaml(doc, key); v.IsText() && v.Text() != "default" {
			return v.Text()
		}
	}
	return ""
}

// inForce orders the documents of a YAML file that count: those of the profiles that
// are on, then those of none (Spring Boot's reference, "Multi-Document Files").
func inForce(f *language.Folder, docs []lenient.YAML, key string) (out []lenient.YAML) {
	wanted := []string{""}
	if key != profilesActive && slices.ContainsFunc(docs, func(d lenient.YAML) bool { return profileOf(d) != "" }) {
		wanted = append(slices.Clone(activeProfiles(f)), "")
	}
	for _, profile := range wanted {
		for _, doc := range docs {
			if profileOf(doc) == profile {
				out = append(out, doc)
			}
		}
	}
	return out
}
