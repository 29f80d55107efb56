package dart

import (
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Serverpod", Needs: []string{"serverpod"}, Port: 8080},
	{Name: "Dart Frog", Needs: []string{"dart_frog"}, Port: 8080},
	{Name: "Conduit", Needs: []string{"conduit", "conduit_core"}, Port: 8888},
	{Name: "Angel3", Needs: []string{"angel3_framework"}, Port: 3000},
	{Name: "Alfred", Needs: []string{"alfred"}, Port: 3000},
	{Name: "Jaspr", Needs: []string{"jaspr"}, Port: 8080},
	{Name: "Shelf", Needs: []string{"shelf", "shelf_router"}, Port: 8080},
	{Name: "Flutter", Needs: []string{"flutter"}, Port: 8080},
	{Name: "nyxx", Needs: []string{"nyxx"}, Kind: universalbuild.Worker},
	{Name: "Televerse", Needs: []string{"televerse"}, Kind: universalbuild.Worker},
}
