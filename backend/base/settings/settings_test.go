package settings

import (
	"reflect"
	"strings"
	"testing"
)

func TestWhatMakesNoSenseTakesItsDefault(t *testing.T) {
	d := Default()
	for content, want := range map[string]func(*Preferences){
		"":                             func(*Preferences) {},
		"not json":                     func(*Preferences) {},
		`{"theme":"dark","zoom":9000}`: func(s *Preferences) { s.Theme = "dark" },
		`{"theme":"pink","ignored_folders":null}`: func(*Preferences) {},
		`{"ignored_folders":["a","b/c"]}`:         func(*Preferences) {},
		`{"mode":"wild","provider":"acme","fallback":"me","providers":[{"provider":"acme"}],"retries":-1,"max_tool_calls":0}`: func(*Preferences) {},
		`{"provider":"ollama","fallback":"none","request_timeout_s":0,"max_context_tokens":8000}`: func(s *Preferences) {
			s.Provider, s.Fallback, s.MaxContextTokens = "ollama", "none", 8000
		},
		`{"scan_timeout_s":0,"shown_manifests":0,"unknown_warning":101,"max_file_kb":1,"max_line_length":9,"binary_bytes":1,"manifest_kb":0,"manifest_chars":9,"top_unknown":51,"include_ignored":true}`: func(s *Preferences) { s.IncludeIgnored = true },
		`{"max_files":1,"max_depth":0,"timeout_s":-1,"keep_days":-1,"keep_mb":5,"reduced_motion":true}`:                                                                                                  func(s *Preferences) { s.ReducedMotion = true },
	} {
		expected := d
		want(&expected)
		got, err := Parse(content)
		if !reflect.DeepEqual(got, expected) {
			t.Errorf("%s: %+v", content, got)
		}
		if unknown := content == "not json" || strings.Contains(content, "wild"); (err != nil) != unknown {
			t.Errorf("%s: whom the user lets be asked is not known: %v", content, err)
		}
	}
}

func TestSavedSettingsComeBack(t *testing.T) {
	s := Default()
	s.Theme, s.Zoom, s.ReducedMotion, s.IgnoredFolders = "contrast", 150, true, []string{"legacy"}
	s.ScanTimeoutS, s.IncludeIgnored, s.ShownManifests, s.UnknownWarning, s.MaxFileKB, s.MaxLineLength = 30, true, 5, 0, 64, 500
	s.BinaryBytes, s.ManifestKB, s.ManifestChars, s.TopUnknown, s.ReadContents, s.Suggest = 600, 9, 900, 0, false, false
	s.MaxFiles, s.MaxDepth, s.TimeoutS, s.KeepDays = 5000, 9, 60, 30
	s = s.With(Provider{Provider: "openai", BaseURL: "http://localhost:1234/v1"}).With(Provider{Provider: "anthropic", Model: "m"})
	text, err := s.JSON()
	if err != nil || s.Check() != nil {
		t.Fatal(err, s.Check())
	}
	if got, err := Parse(text); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v", got)
	}
	s.IgnoredFolders = []string{"../up"}
	if s.Check() == nil {
		t.Error("a path passes for a folder's name")
	}
}

func TestPreferencesOfProvidersAreReplacedSortedAndDropped(t *testing.T) {
	s := Default().With(Provider{Provider: "openai", Model: "a"}).With(Provider{Provider: "anthropic", Model: "b"}).With(Provider{Provider: "openai", Model: "c"})
	if want := []Provider{{Provider: "anthropic", Model: "b"}, {Provider: "openai", Model: "c"}}; !reflect.DeepEqual(s.Providers, want) {
		t.Errorf("%+v", s.Providers)
	}
	if s.Of("openai").Model != "c" || s.Of("gemini") != (Provider{Provider: "gemini"}) {
		t.Errorf("%+v", s)
	}
	if s = s.With(Provider{Provider: "openai"}); len(s.Providers) != 1 {
		t.Errorf("%+v", s.Providers)
	}
}
