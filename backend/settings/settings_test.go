package settings

import (
	"reflect"
	"testing"
)

func TestWhatMakesNoSenseTakesItsDefault(t *testing.T) {
	d := Default()
	for content, want := range map[string]func(*Settings){
		"":                             func(*Settings) {},
		"not json":                     func(*Settings) {},
		`{"theme":"dark","zoom":9000}`: func(s *Settings) { s.Theme = "dark" },
		`{"theme":"pink","ignored_folders":null}`:                                           func(*Settings) {},
		`{"ignored_folders":["a","b/c"]}`:                                                   func(*Settings) {},
		`{"max_files":1,"max_depth":0,"timeout_s":-1,"keep_days":-1,"reduced_motion":true}`: func(s *Settings) { s.ReducedMotion = true },
	} {
		expected := d
		want(&expected)
		if got := Parse(content); !reflect.DeepEqual(got, expected) {
			t.Errorf("%s: %+v", content, got)
		}
	}
}

func TestSavedSettingsComeBack(t *testing.T) {
	s := Settings{Theme: "contrast", Zoom: 150, ReducedMotion: true, IgnoredFolders: []string{"legacy"}, MaxFiles: 5000, MaxDepth: 9, TimeoutS: 60, KeepDays: 30}
	text, err := s.JSON()
	if err != nil || s.Check() != nil {
		t.Fatal(err, s.Check())
	}
	if got := Parse(text); !reflect.DeepEqual(got, s) {
		t.Errorf("%+v", got)
	}
	s.IgnoredFolders = []string{"../up"}
	if s.Check() == nil {
		t.Error("a path passes for a folder's name")
	}
}
