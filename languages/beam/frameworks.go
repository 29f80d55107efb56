package beam

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// elixirFrameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var elixirFrameworks = []language.Framework{
	{Name: "Phoenix", Needs: []string{"phoenix"}, Port: 4000},
	{Name: "Nostrum", Needs: []string{"nostrum"}, Kind: universalbuild.Worker, Library: true},
	{Name: "Plug", Needs: []string{"plug_cowboy", "bandit"}, Port: 4000, Library: true},
	{Name: "Cowboy", Needs: []string{"cowboy"}, Port: 8080, Library: true},
}

// erlangFrameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var erlangFrameworks = []language.Framework{
	{Name: "Nova", Needs: []string{"nova"}, Port: 8080},
	{Name: "Cowboy", Needs: []string{"cowboy"}, Port: 8080},
	{Name: "Elli", Needs: []string{"elli"}, Port: 3000},
	{Name: "Yaws", Needs: []string{"yaws"}, Port: 8000},
	{Name: "MochiWeb", Needs: []string{"mochiweb", "webmachine"}, Port: 8080},
}

// gleamFrameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var gleamFrameworks = []language.Framework{
	{Name: "Wisp", Needs: []string{"wisp"}, Port: 8000},
	{Name: "Mist", Needs: []string{"mist"}, Port: 4000},
	{Name: "Glen", Needs: []string{"glen"}, Port: 8000},
	{Name: "Lustre", Needs: []string{"lustre"}, Library: true},
}
