package javascript

import "aipack/backend/language"

// oldLogin finds npm's mysql, whose last release is of 2020 and knows no younger way
// to sign in (https://github.com/mysqljs/mysql/issues/2046), where no client stands
// beside it that object mappers take first.
func oldLogin(p *language.Project) (language.Dependency, bool) {
	if p.Uses("mysql2", "mariadb", "@planetscale/database") {
		return language.Dependency{}, false
	}
	return p.FirstShipped("mysql")
}
