package extract

import (
	"slices"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
)

// signsIn puts MariaDB in MySQL's place where the program's only client cannot
// sign in to a MySQL that is still kept: MariaDB signs its users in as MySQL once
// did, unless it is told otherwise
// (https://mariadb.com/kb/en/authentication-plugin-mysql_native_password/).
func (f *Facts) signsIn(b *backingTable) {
	found, ok := b.at[backing.MySQL]
	if lang := f.Project.Language; !ok || lang == nil || lang.OldLogin == nil {
		return
	}
	d, old := f.Project.Language.OldLogin(f.Project)
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
