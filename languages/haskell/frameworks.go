package haskell

import "aipack/backend/language"

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Yesod", Needs: []string{"yesod", "yesod-core"}, Port: 3000},
	{Name: "Servant", Needs: []string{"servant-server"}, Port: 8080},
	{Name: "Scotty", Needs: []string{"scotty"}, Port: 3000},
	{Name: "Spock", Needs: []string{"Spock"}, Port: 8080},
	{Name: "IHP", Needs: []string{"ihp"}, Port: 8000},
	{Name: "Snap", Needs: []string{"snap-server", "snap"}, Port: 8000},
	{Name: "Happstack", Needs: []string{"happstack-server"}, Port: 8000},
	{Name: "Warp", Needs: []string{"warp"}, Port: 3000, Library: true},
}
