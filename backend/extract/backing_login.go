package extract

import (
	"slices"

	"aipack/backend/backing"
	"aipack/backend/finding"
)

// oldLogins are the clients of npm that know mysql_native_password and nothing
// younger (https://github.com/mysqljs/mysql/issues/2046; its last release is of
// 2020). MySQL has that off since 8.4 and not at all since 9.0
// (https://dev.mysql.com/doc/refman/8.4/en/native-pluggable-authentication.html);
// MariaDB signs its users in that way unless it is told otherwise
// (https://mariadb.com/kb/en/authentication-plugin-mysql_native_password/).
// newLogins are those that object mappers take first where both are there.
var (
	oldLogins = []string{"mysql"}
	newLogins = []string{"mysql2", "mariadb", "@planetscale/database"}
)

// signsIn puts MariaDB in MySQL's place where the program's only client cannot
// sign in to a MySQL that is still kept.
func (f *Facts) signsIn(b *backingTable) {
	found, ok := b.at[backing.MySQL]
	lang := f.Project.Language
	if !ok || lang == nil || lang.ID != "javascript" && lang.ID != "typescript" || f.Project.Uses(newLogins...) {
		return
	}
	d, old := f.Project.FirstShipped(oldLogins...)
	if !old {
		return
	}
	b.drop(backing.MySQL)
	root := f.Project.Reader().Folder(".")
	why := root.Evidence("backing.login", d.Path, 0, d.Name)
	if d.Line > 0 {
		why = root.AtLine("backing.login", d.Path, d.Line)
	}
	found = finding.Of(backing.MariaDB, found.Confidence, slices.Insert(slices.Clone(found.Evidence), 0, why)...)
	if known, both := b.at[backing.MariaDB]; both {
		found.Confidence = max(found.Confidence, known.Confidence)
	}
	b.at[backing.MariaDB] = found
}
