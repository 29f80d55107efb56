package wiring

import (
	"testing"

	"aipack/backend/universalbuild"
)

// TestNeighbour asks which service of a plan a name speaks of, and where the
// asking program, or the browser that it sends there, reaches it.
func TestNeighbour(t *testing.T) {
	t.Parallel()
	service := func(path string, names ...string) Neighbour { return Neighbour{Path: path, Names: names} }
	shop := Plan{Names: []string{"shop"}, Neighbours: Among([]Neighbour{
		service("api", "api"), service("services/users", "users-service", "users"), service("apps/web", "web"), service("mail", "acme-mailer", "mail"),
	})}
	twins := Plan{Names: []string{"worker"}, Neighbours: Among([]Neighbour{service("a", "users-api"), service("b", "orders-api")})}
	back := Plan{Names: []string{"backend"}, Neighbours: Among([]Neighbour{service("frontend", "frontend")})}
	front := Plan{Names: []string{"acme-web"}, Neighbours: Among([]Neighbour{service("server", "acme-server", "server")})}
	page := Plan{Names: []string{"site"}, Page: true, Neighbours: Among([]Neighbour{service("api", "api")})}
	for _, one := range []struct {
		plan       Plan
		name, want string
	}{
		{shop, "API_URL", "{service:api.url}"}, {shop, "API_HOST", "{service:api.host}"}, {shop, "API_PORT", "{service:api.port}"}, {shop, "API_ENDPOINT", "{service:api.url}"},
		{shop, "INTERNAL_API_BASE_URL", "{service:api.url}"}, {shop, "NEXT_PUBLIC_API_URL", "{service:api.published}"}, {shop, "BACKEND_URL", "{service:api.url}"},
		{shop, "USERS_SERVICE_ADDR", "{service:services/users.address}"}, {shop, "usersServiceUrl", "{service:services/users.url}"}, {shop, "MAILER_URL", "{service:mail.url}"},
		{shop, "WEB_URL", "{service:apps/web.url}"}, {shop, "FRONTEND_URL", "{service:apps/web.published}"},
		{shop, "ORDERS_URL", ""}, {shop, "PAYMENTS_API_URL", ""}, {shop, "BASE_URL", "{self.url}"}, {shop, "SHOP_URL", "{self.url}"}, {shop, "API_KEY_URL", ""}, {shop, "AUTH_URL", ""},
		{twins, "API_URL", ""}, {twins, "USERS_API_URL", "{service:a.url}"}, {twins, "USERS_URL", "{service:a.url}"},
		{back, "FRONTEND_URL", "{service:frontend.published}"}, {back, "CLIENT_URL", "{service:frontend.published}"}, {back, "CORS_ORIGIN", "{service:frontend.published}"}, {back, "API_URL", "{self.url}"},
		{front, "API_URL", "{service:server.url}"}, {front, "SERVER_URL", "{service:server.url}"}, {front, "VITE_API_URL", "{service:server.published}"}, {front, "PUBLIC_URL", "{self.url}"},
		{front, "SERVER_HOST", ""}, {front, "SERVER_PORT", ""}, {front, "API_PORT", ""},
		{page, "API_URL", "{service:api.published}"}, {page, "API_HOST", "{service:api.host}"},
		{Plan{Names: []string{"shop"}}, "API_URL", ""}, {Plan{Names: []string{"api"}}, "API_URL", "{self.url}"},
	} {
		if got, _ := ByName(universalbuild.Variable{Name: one.name, Required: true}, one.plan); got != one.want {
			t.Errorf("%s of %s: %q, want %q", one.name, one.plan.Names[0], got, one.want)
		}
	}
}

// TestNearby reads what examples and defaults say of where a neighbour is.
func TestNearby(t *testing.T) {
	t.Parallel()
	plan := Plan{Names: []string{"shop"}, Port: 3001, Neighbours: Among([]Neighbour{{Path: "api", Names: []string{"api"}, Port: 3000}})}
	for name, one := range map[string]struct {
		variable universalbuild.Variable
		given    string
		want     string
	}{
		"optional, by its name":          {universalbuild.Variable{Name: "API_URL"}, "", "{service:api.url}"},
		"optional, by its default":       {universalbuild.Variable{Name: "ORDERS", Default: "http://localhost:3000/v1/"}, "", "{service:api.url}/v1"},
		"the path of an example":         {universalbuild.Variable{Name: "API_URL"}, "http://localhost:9999/v1", "{service:api.url}/v1"},
		"the name that its network has":  {universalbuild.Variable{Name: "API_HOST"}, "backend", "{service:api.host}"},
		"somebody else's API":            {universalbuild.Variable{Name: "API_URL", Default: "https://api.example.com"}, "", ""},
		"an example of somebody else's":  {universalbuild.Variable{Name: "API_URL"}, "https://api.acme.io", ""},
		"a path":                         {universalbuild.Variable{Name: "API_URL", Default: "/api"}, "", ""},
		"where it listens":               {universalbuild.Variable{Name: "API_HOST", Default: "0.0.0.0"}, "", ""},
		"its own port":                   {universalbuild.Variable{Name: "HOME_URL", Default: "http://localhost:3001"}, "", ""},
		"a port that nobody listens on":  {universalbuild.Variable{Name: "ORDERS", Default: "http://localhost:4000"}, "", ""},
		"a number is nobody's host name": {universalbuild.Variable{Name: "API_PORT", Default: "8000"}, "", ""},
	} {
		p := Program{Plan: plan, Variables: []universalbuild.Variable{one.variable}}
		if one.given != "" {
			p.Given = given(one.variable.Name, one.given)
		}
		if got := values(p)[one.variable.Name]; got != one.want {
			t.Errorf("%s: %q, want %q", name, got, one.want)
		}
	}
}
