package phase

import (
	"strings"

	"aipack/backend/finding"
	"aipack/backend/pipeline"
	"aipack/backend/universalbuild"
)

// setups says how the service's data services are set up while they have no
// data.
func setups(s *pipeline.ServiceContext) (list []finding.Finding[universalbuild.DataSetup]) {
	for _, b := range s.Backing {
		if one := s.Facts.Setup(b.Value); one.Found() {
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
