package routing

import (
	"slices"
	"testing"
)

func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"on the program itself": {map[string]string{"server.js": "app.get('/', x)\napp.get('/songs', list)\napp.get('/songs/:id', one)\n"}, []string{"/songs"}},
		"below a mount":         {map[string]string{"app.js": "app.use('/api/v1', require('./routes/rooms'))", "routes/rooms.js": "router.get('/rooms', list)\nrouter.get('/', all)\n"}, []string{"/api/v1", "/api/v1/rooms"}},
		"for who is signed in":  {map[string]string{"server.js": "app.get('/me', requireAuth, x)\napp.get('/menu', x)\n"}, []string{"/menu"}},
		"a class's own":         {map[string]string{"users.js": "@Controller('users')\nexport class Users {\n  @Get()\n  all() {}\n}\n"}, []string{"/users"}},
		"a place not known":     {map[string]string{"app.js": "", "lib/things.js": "const router = new Router()\nrouter.get('/things', x)\n"}, nil},
		"a table with methods":  {map[string]string{"server.js": "const routes = [\n  {\n    method: 'POST',\n    path: x.get('/users', a),\n  },\n  {\n    method: 'GET',\n    path: x.get('/songs', a),\n  },\n  { method: 'PUT', path: x.get('/things', a) },\n];\n"}, []string{"/songs"}},
		"asked of another":      {map[string]string{"server.js": "const up = await store.get('/things')\n"}, nil},
		"many": {map[string]string{"server.js": func() (s string) {
			for c := 'a'; c <= 'z'; c++ {
				s += "app.get('/" + string(c) + "', x)\n"
			}
			return s
		}()}, []string{"/a", "/b", "/c", "/d", "/e", "/f", "/g", "/h", "/i", "/j", "/k", "/l"}},
	} {
		var got []string
		for _, f := range table(t, c.files).Answers(func() string { return "" }) {
			got = append(got, f.Value)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
