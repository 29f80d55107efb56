package extract

import (
	"path"
	"strings"

	"aipack/backend/language"
)

// fromObject is the name of a class of settings that Flask, Quart and Werkzeug import by
// what a variable says: app.config.from_object(os.environ["SHOP_SETTINGS"]).
// https://flask.palletsprojects.com/en/stable/api/#flask.Config.from_object
const (
	fromObject  language.Pattern = `\b(?:from_object|import_string)\(\s*(?:os\.)?(?:environ\[|environ\.get\(|getenv\()\s*["'](\w+)["']`
	objectClass language.Pattern = `^class\s+(\w+)\s*(?:\([^)]*\))?:`
)

// envObjects gives such a variable the class of the program's settings that a deployment
// takes: any other text names no module.
func (s *Sources) envObjects(e *envTable) {
	for _, h := range s.GrepIn(".py", fromObject) {
		v := e.at[h.Groups[1]]
		if v == nil || v.hasDefault || v.Default != "" || s.aside(h.Name) {
			continue
		}
		v.value(s.settingsObject())
	}
}

// settingsObject is the class of the settings for production, else the first of a module
// of settings, by the name that Python imports it by; "" for none.
func (s *Sources) settingsObject() string {
	first := ""
	for _, h := range s.GrepIn(".py", objectClass) {
		stem := strings.ToLower(strings.TrimSuffix(path.Base(h.Name), ".py"))
		if s.aside(h.Name) || !strings.Contains(stem, "config") && !strings.Contains(stem, "settings") {
			continue
		}
		module := strings.TrimSuffix(strings.TrimPrefix(h.Name, "src/"), ".py")
		object := strings.ReplaceAll(module, "/", ".") + "." + h.Groups[1]
		if strings.HasPrefix(strings.ToLower(h.Groups[1]), "prod") {
			return object
		}
		if first == "" {
			first = object
		}
	}
	return first
}
