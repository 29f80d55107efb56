package site

import "testing"

func TestWebpackPath(t *testing.T) {
	t.Parallel()
	for rest, want := range map[string]string{
		": { path: path.resolve(__dirname, 'out') }, devServer: { proxy: [{ path: '/api' }] }": "out",
		": { path: PAGES, filename: 'a.js' }, devServer: { proxy: [{ path: '/api' }] }":        "public",
		": { path: NOWHERE, filename: 'a.js' }":                                                "",
	} {
		if got, _ := webpackPath("const PAGES = path.resolve(__dirname, './public');\n", rest); got != want {
			t.Errorf("%s: %q, want %q", rest, got, want)
		}
	}
}
