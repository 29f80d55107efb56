package phase

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"aipack/backend/detect/extract"
	"aipack/backend/detect/pipeline"
	"aipack/backend/detect/variable"
	"aipack/backend/language"
)

// variablesQuestion asks which variables the rules missed: a program may read
// them through functions of its own. The question alone is no reason to ask.
func variablesQuestion(s *pipeline.ServiceContext) pipeline.Question {
	var known []string
	for _, v := range s.Vars {
		known = append(known, v.Value.Name)
	}
	return pipeline.Question{
		Field: "/runtime/variables", Form: pipeline.Items, Confidence: pipeline.Doubtful,
		Ask: fmt.Sprintf("Which environment variables does the %s program in %s read beside these: %s? Quote the line of the source that reads the variable.",
			s.Language.Name, s.Path, strings.Join(known[:min(len(known), mostKnown)], ", ")),
		Files: func() []string { return worthReading(s.Project) },
		Check: func(a pipeline.Advice) error { return variableOf(s.Project, a) },
		Take:  func(a pipeline.Advice) bool { return takeVariables(s, a) },
	}
}

// mostKnown is how many variables a question lists.
const mostKnown = 40

// variableOf holds a variable against the line that is to read it: a line of a
// source that names it, as a text or behind a dot, and speaks of settings.
func variableOf(p *language.Project, a pipeline.Advice) error {
	if !variable.Asked(a.Text) || a.Text != strings.ToUpper(a.Text) {
		return fmt.Errorf("%q is no name of a variable that a person sets", shown(a.Text))
	}
	for _, e := range a.Evidence {
		if a.User || ownSource(p, e.Path) && !remark(e.Excerpt) && readsVariable(e.Excerpt, a.Text) {
			return nil
		}
	}
	return fmt.Errorf("the quoted line does not read %s from the environment", a.Text)
}

func readsVariable(line, name string) bool {
	at := strings.Index(line, name)
	if at <= 0 || strings.Contains(line, "env!(") || // that is read when the program is compiled
		!strings.ContainsRune("\"'`.[{$:%", rune(line[at-1])) {
		return false
	}
	return settings().MatchString(line[:at] + line[at+len(name):])
}

var settings = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)env|config|setting|option|vars?\b`) })

// takeVariables adds variables; what the rules know of one stays.
func takeVariables(s *pipeline.ServiceContext, a pipeline.Advice) bool {
	added := false
	for _, item := range a.Items {
		if slices.ContainsFunc(s.Vars, func(v extract.Variable) bool { return v.Value.Name == item.Text }) {
			continue
		}
		v := extract.Read(item.Text, item.Confidence, item.Evidence[0])
		v.Source = sourceOf(item)
		s.Vars = joinVariables(s.Vars, []extract.Variable{v})
		added = true
	}
	return added
}
