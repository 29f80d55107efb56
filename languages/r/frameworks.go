package r

import "aipack/backend/language"

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Shiny", Needs: []string{"shiny", "golem", "rhino"}, Port: 3838, Health: []string{"/"}},
	{Name: "Plumber", Needs: []string{"plumber", "plumber2"}, Port: 8000},
	{Name: "Ambiorix", Needs: []string{"ambiorix"}, Port: 3000},
	{Name: "RestRserve", Needs: []string{"RestRserve"}, Port: 8080},
	{Name: "Fiery", Needs: []string{"fiery"}, Port: 8080},
	{Name: "httpuv", Needs: []string{"httpuv"}, Port: 8080, Library: true},
}
