package crystal

import "aipack/backend/language"

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Kemal", Needs: []string{"kemal"}, Port: 3000},
	{Name: "Lucky", Needs: []string{"lucky"}, Port: 5000},
	{Name: "Amber", Needs: []string{"amber"}, Port: 3000},
	{Name: "Athena", Needs: []string{"athena", "athena-framework"}, Port: 3000},
	{Name: "Grip", Needs: []string{"grip"}, Port: 4004},
	{Name: "Spider-Gazelle", Needs: []string{"action-controller"}, Port: 3000},
	{Name: "Marten", Needs: []string{"marten"}, Port: 8000},
}
