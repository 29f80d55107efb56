package source

import (
	"regexp"
	"strconv"
	"strings"

	"aipack/backend/language"
	"aipack/backend/language/node"
)

// kept follows a setting that the same file gives an object before it asks for
// it: Express' app.set("port", …) (https://expressjs.com/en/api.html#app.set),
// nconf's and its kin's defaults({ port: … }) (https://github.com/indexzero/nconf).
func (v *Value) kept(file, text, object, key string) bool {
	set := regexp.MustCompile(`\b` + regexp.QuoteMeta(object) + `\.set\(\s*["']` + regexp.QuoteMeta(key) + `["']\s*,\s*`)
	for _, at := range set.FindAllStringIndex(text, 3) {
		if v.follow(file, text, node.Expression(text[at[1]:])) {
			return true
		}
	}
	for _, at := range defaultsCall.Regexp().FindAllStringIndex(text, 3) {
		object, within := node.Expression(text[at[1]-1:]), key[strings.LastIndexAny(key, ".:")+1:]
		if within == key {
			object = nested.Regexp().ReplaceAllString(strings.Trim(object, "{}"), "")
		}
		if v.property(file, object, within) {
			if v.File == file {
				v.Line = lineOf(text, strconv.Itoa(v.Port))
			}
			return true
		}
	}
	return false
}

const (
	defaultsCall language.Pattern = `\.defaults\(\s*\{`
	nested       language.Pattern = `\{[^{}]*\}` // settings of something else
)
