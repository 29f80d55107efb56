package julia

import "aipack/backend/language"

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Genie", Needs: []string{"Genie", "GenieFramework"}, Port: 8000},
	{Name: "Oxygen", Needs: []string{"Oxygen"}, Port: 8080},
	{Name: "Pluto", Needs: []string{"Pluto"}, Port: 1234},
	{Name: "Dash", Needs: []string{"Dash"}, Port: 8050},
	{Name: "Mux", Needs: []string{"Mux"}, Port: 8000, Library: true},
	{Name: "HTTP.jl", Needs: []string{"HTTP"}, Port: 8080, Library: true},
}
