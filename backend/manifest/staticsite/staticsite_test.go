package staticsite

import "testing"

func TestSiteConfigs(t *testing.T) {
	hugo, err := ParseTOML("baseURL = 'https://example.org'\npublishDir = 'out'\n")
	if err != nil || hugo.Text("publishDir") != "out" || !hugo.Has("baseurl") {
		t.Errorf("hugo: %v, %v", hugo, err)
	}
	mk, err := ParseYAML("site_name: X\nsite_dir: out\nmarkdown_extensions:\n  - toc:\n      slugify: !!python/name:pymdownx.slugs.uslugify\n")
	if err != nil || mk.Text("site_dir") != "out" || !mk.Has("markdown_extensions") {
		t.Errorf("mkdocs: %v, %v", mk, err)
	}
	s, err := ParseStaticfile("root: public\nindex_fallback: true\ndirectory: visible\n")
	if err != nil || s != (Staticfile{Root: "public", IndexFallback: true, Listing: true}) {
		t.Errorf("Staticfile: %+v, %v", s, err)
	}
	if _, err := ParseYAML("- a list\n"); err == nil {
		t.Error("a list is taken for settings")
	}
}

func FuzzSiteConfigs(f *testing.F) {
	f.Add("baseURL = 'https://example.org'\n[a]\nb = [1]\n")
	f.Add("site_name: X\nplugins: !!python/name:a [b]\n")
	f.Add("{\"a\": /* b */ {},}")
	f.Fuzz(func(t *testing.T, content string) {
		_, _ = ParseTOML(content)
		_, _ = ParseYAML(content)
		_, _ = ParseJSON(content)
		_, _ = ParseStaticfile(content)
	})
}
