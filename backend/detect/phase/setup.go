package phase

import (
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/pipeline"
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
		if one.Found() {
			list = append(list, one)
		}
	}
	return list
}

func setupText(d universalbuild.DataSetup) string {
	var names []string
	for _, f := range d.Files {
		names = append(names, f.From)
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
