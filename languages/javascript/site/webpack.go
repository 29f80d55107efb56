package site

import (
	"regexp"

	"aipack/backend/language"
)

// webpackSet is an output.path: a folder beside the configuration, or a name that
// stands for one (https://webpack.js.org/configuration/output/#outputpath).
const webpackSet = language.Pattern(`\bpath:\s*(?:` + besideIt + `|([A-Za-z_$][\w$]*)\s*,)`)

const besideIt = `path\.(?:resolve|join)\(\s*__dirname\s*,\s*["']\.?/?([\w.-]+(?:/[\w.-]+)*)/?["']\s*\)`

// webpackPath reads where a webpack configuration writes to, from "output" on.
func webpackPath(config, rest string) (string, bool) {
	set := webpackSet.Regexp().FindStringSubmatchIndex(rest)
	literal := pathSetting.Regexp().FindStringSubmatchIndex(rest)
	switch {
	case set == nil || literal != nil && literal[0] < set[0]:
		return pathSetting.Find(rest)
	case set[2] >= 0:
		return rest[set[2]:set[3]], language.SafeFolder(rest[set[2]:set[3]])
	}
	made := regexp.MustCompile(`\b` + regexp.QuoteMeta(rest[set[4]:set[5]]) + `\s*=\s*` + besideIt)
	if m := made.FindStringSubmatch(config); m != nil {
		return m[1], language.SafeFolder(m[1])
	}
	return "", false
}
