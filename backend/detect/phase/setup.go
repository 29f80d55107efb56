package phase

import (
	"cmp"
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/backing"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/written"
	"aipack/backend/universalbuild"
)

// setups says how the service's data services are set up while they have no
// data: as compose does it, or, where nothing makes the tables, with the SQL that
// the repository has for them.
func setups(s *pipeline.ServiceContext) (list []finding.Finding[universalbuild.DataSetup]) {
	for _, b := range s.Backing {
		one := s.Facts.Setup(b.Value)
		if !one.Found() && len(s.Start.Value.Release) == 0 && s.Language != nil && s.Language.TablesByHand != nil {
			if why, ok := s.Language.TablesByHand(s.Project); ok {
				one = s.Facts.Tables(b.Value, why)
			}
		}
		if own, ok := s.Written[b.Value]; ok {
			one = joined(one, own)
		}
		if s.Secured.Found() && b.Value == backing.PostgreSQL && !s.Secured.Value.Verified {
			one = secured(one, s.Secured)
		}
		if one.Found() {
			list = append(list, one)
		}
	}
	return list
}

// joined is a data service that is set up with files for the account and the database
// that the sources name.
func joined(files, own finding.Finding[universalbuild.DataSetup]) finding.Finding[universalbuild.DataSetup] {
	if !files.Found() {
		return own
	}
	one := own.Value
	one.Files = files.Value.Files
	one.User, one.Database = cmp.Or(one.User, files.Value.User), cmp.Or(one.Database, files.Value.Database)
	return finding.Of(one, min(files.Confidence, own.Confidence), slices.Concat(files.Evidence, own.Evidence)...)
}

// secured is a data service that is set up to speak TLS, too.
func secured(one finding.Finding[universalbuild.DataSetup], by finding.Finding[written.Secured]) finding.Finding[universalbuild.DataSetup] {
	if !one.Found() {
		return finding.Of(universalbuild.DataSetup{Service: backing.PostgreSQL, TLS: true}, by.Confidence, by.Evidence...)
	}
	setup := one.Value
	setup.TLS = true
	return finding.Of(setup, min(one.Confidence, by.Confidence), slices.Concat(one.Evidence, by.Evidence)...)
}

func setupText(d universalbuild.DataSetup) string {
	var names []string
	for _, f := range d.Files {
		names = append(names, f.From)
	}
	if w := d.Written; w != nil {
		names = append(names, strings.TrimSpace("as the sources call it "+w.Host))
	}
	if d.TLS {
		names = append(names, "with TLS")
	}
	return strings.Join(names, ", ")
}

// untabled reports whether a person makes the tables that the program asks for, and no
// compose file says how: nothing has ever run what the repository has for them, if it
// has anything.
func untabled(s *pipeline.ServiceContext) bool {
	if len(s.Backing) == 0 || len(s.Start.Value.Release) > 0 || s.Language == nil || s.Language.TablesByHand == nil {
		return false
	}
	for _, b := range s.Backing {
		if s.Facts.Setup(b.Value).Found() {
			return false
		}
	}
	_, byHand := s.Language.TablesByHand(s.Project)
	return byHand
}
