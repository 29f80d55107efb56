package session

import (
	"aipack/backend/agent/permission"
	"aipack/backend/store/projectdb"
)

// Rules are those that the user made about the project.
func Rules(db *projectdb.Database) (permission.Rules, error) {
	rows, err := db.Rules()
	if err != nil {
		return permission.Rules{}, err
	}
	var list []permission.Rule
	for _, r := range rows {
		list = append(list, RuleOf(r))
	}
	return permission.New(list...)
}

// RuleOf is a kept rule. One of an unknown level is refused by whoever reads it.
func RuleOf(r projectdb.Rule) permission.Rule {
	level, _ := permission.LevelOf(r.Level)
	return permission.Rule{Category: permission.Category(r.Category), Level: level, Pattern: r.Pattern, Source: permission.Project}
}

// SaveRules keeps rules for all conversations about the project.
func SaveRules(db *projectdb.Database, rules []permission.Rule) error {
	for _, r := range rules {
		if err := db.SaveRule(projectdb.Rule{Category: string(r.Category), Level: r.Level.String(), Pattern: r.Pattern}); err != nil {
			return err
		}
	}
	return nil
}
