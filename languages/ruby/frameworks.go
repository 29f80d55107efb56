package ruby

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Rails", Needs: []string{"rails", "railties"}, Port: 3000},
	{Name: "Hanami", Needs: []string{"hanami"}, Port: 2300},
	{Name: "Padrino", Needs: []string{"padrino"}, Port: 3000},
	{Name: "Sinatra", Needs: []string{"sinatra"}, Port: 4567},
	{Name: "Grape", Needs: []string{"grape"}, Port: 9292},
	{Name: "Roda", Needs: []string{"roda"}, Port: 9292},
	{Name: "Cuba", Needs: []string{"cuba"}, Port: 9292},
	{Name: "Rage", Needs: []string{"rage-rb"}, Port: 3000},
	{Name: "Functions Framework", Needs: []string{"functions_framework"}, Port: 8080},
	{Name: "Jekyll", Needs: []string{"jekyll", "github-pages"}, Kind: universalbuild.Static},
	{Name: "Bridgetown", Needs: []string{"bridgetown"}, Kind: universalbuild.Static},
	{Name: "Middleman", Needs: []string{"middleman"}, Kind: universalbuild.Static},
	{Name: "Nanoc", Needs: []string{"nanoc"}, Kind: universalbuild.Static},
	{Name: "discordrb", Needs: []string{"discordrb"}, Kind: universalbuild.Worker, Library: true},
	{Name: "Karafka", Needs: []string{"karafka"}, Kind: universalbuild.Worker, Library: true},
	{Name: "Rack", Needs: []string{"rack", "rackup"}, Port: 9292, Library: true},
}
