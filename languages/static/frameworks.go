package static

import (
	"aipack/backend/language"
	"aipack/backend/language/nginx"
	"aipack/backend/universalbuild"
)

// frameworks are what its programs are made with: by which packages each is known, and the
// port that it listens on unless it is told another.
var frameworks = []language.Framework{
	{Name: "Hugo", Needs: []string{}, Port: nginx.Port, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Zola", Needs: []string{}, Port: nginx.Port, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "Jekyll", Needs: []string{}, Port: nginx.Port, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "MkDocs", Needs: []string{}, Port: nginx.Port, Health: []string{"/"}, Kind: universalbuild.Static},
	{Name: "mdBook", Needs: []string{}, Port: nginx.Port, Health: []string{"/"}, Kind: universalbuild.Static},
}
