package phase

import (
	"slices"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/detect/namecase"
	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// asCalled has the build write imports as the files are called that they mean, where the
// names differ in case alone: whoever wrote them had them found by Windows or macOS. It
// changes the image's sources, and says so.
func asCalled(s *pipeline.ServiceContext) {
	if s.Recipe.Build.BaseImage == "" {
		return
	}
	var files []string
	lines := map[string][]string{}
	for _, i := range namecase.Find(s.Project, s.Facts.Sources.Set) {
		if file := s.Context().Rel(i.File); i.Mends() && !strings.HasPrefix(file, "../") {
			if lines[file] == nil {
				files = append(files, file)
				why := s.Reader().Folder(".").AtLine("name_case", i.File, i.Line)
				s.Recipe.Why = append(s.Recipe.Why, language.Reason{Field: "/build/build_commands", Confidence: finding.Likely, Evidence: why})
			}
			if one := "s|\\([\"'\\'']\\)" + strings.ReplaceAll(i.Written, ".", "\\.") + "\\([\"'\\'']\\)|\\1" + i.Called + "\\2|"; !slices.Contains(lines[file], one) {
				lines[file] = append(lines[file], one)
			}
		}
	}
	var mend []string
	for _, file := range files {
		mend = append(mend, "sed -i '"+strings.Join(lines[file], ";")+"' "+language.ShellWord(file))
	}
	if len(mend) > 0 {
		s.Recipe.Build.BuildCommands = append([]string{strings.Join(mend, " && ")}, s.Recipe.Build.BuildCommands...)
	}
}
