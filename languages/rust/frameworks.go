package rust

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Loco", Needs: []string{"loco-rs"}, Port: 5150, Health: []string{"/_health", "/_ping"}},
	{Name: "Leptos", Needs: []string{"leptos"}, Port: 3000},
	{Name: "Actix Web", Needs: []string{"actix-web"}, Port: 8080},
	{Name: "Axum", Needs: []string{"axum"}, Port: 3000},
	{Name: "Rocket", Needs: []string{"rocket"}, Port: 8000},
	{Name: "Warp", Needs: []string{"warp"}, Port: 3030},
	{Name: "Poem", Needs: []string{"poem"}, Port: 3000},
	{Name: "Salvo", Needs: []string{"salvo"}, Port: 8698},
	{Name: "Tide", Needs: []string{"tide"}, Port: 8080},
	{Name: "Gotham", Needs: []string{"gotham"}, Port: 7878},
	{Name: "Ntex", Needs: []string{"ntex"}, Port: 8080},
	{Name: "Dropshot", Needs: []string{"dropshot"}, Port: 8080},
	{Name: "Rouille", Needs: []string{"rouille"}, Port: 8000},
	{Name: "tiny_http", Needs: []string{"tiny_http"}, Port: 8000},
	{Name: "Yew", Needs: []string{"yew"}, Port: 8080},
	{Name: "Dioxus", Needs: []string{"dioxus"}, Port: 8080},
	{Name: "Sycamore", Needs: []string{"sycamore"}, Port: 8080},
	{Name: "Tonic", Needs: []string{"tonic"}, Port: 50051},
	{Name: "Serenity", Needs: []string{"serenity", "poise"}, Kind: universalbuild.Worker},
	{Name: "Twilight", Needs: []string{"twilight-gateway"}, Kind: universalbuild.Worker},
	{Name: "Teloxide", Needs: []string{"teloxide"}, Kind: universalbuild.Worker},
	{Name: "Hyper", Needs: []string{"hyper", "hyper-util", "hyper_wasi"}, Port: 8080, Library: true},
	{Name: "Clap", Needs: []string{"clap", "structopt", "argh"}, Kind: universalbuild.CLI, Library: true},
}
