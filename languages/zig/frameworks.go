package zig

import "aipack/backend/language"

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Jetzig", Needs: []string{"jetzig"}, Port: 8080},
	{Name: "http.zig", Needs: []string{"httpz"}, Port: 5882},
	{Name: "Zap", Needs: []string{"zap"}, Port: 3000},
	{Name: "Tokamak", Needs: []string{"tokamak"}, Port: 8080},
}
