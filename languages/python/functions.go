package python

import (
	"fmt"
	"strings"

	"aipack/backend/base/finding"
	"aipack/backend/language"
	"aipack/backend/universalbuild"
)

// function is a function that the Functions Framework is told of.
const function language.Pattern = `(?m)^@functions_framework\.(?:http|cloud_event|typed)\b.*\n(?:[@#].*\n)*(?:async )?def (\w+)\(`

// functionsPlan serves a function of main.py, which the framework reads
// unless told otherwise, on PORT or 8080
// (https://github.com/GoogleCloudPlatform/functions-framework-python#configure-the-functions-framework).
func functionsPlan(p *projectFacts) startPlan {
	const source = "main.py"
	content, ok := p.Text(source)
	if !ok || !p.uses("functions-framework") {
		return startPlan{}
	}
	found := function.Regexp().FindAllStringSubmatchIndex(content, 50)
	if len(found) == 0 {
		return startPlan{}
	}
	name := func(at []int) string { return content[at[2]:at[3]] }
	line := func(at []int) int { return 1 + strings.Count(content[:at[2]], "\n") }
	plan := startPlan{
		kind: universalbuild.Web, framework: "Functions Framework", port: 8080, confidence: finding.Likely,
		line: "functions-framework --target=" + name(found[0]) + " --port=" + language.PortWord(8080),
		why:  []finding.Evidence{p.AtLine("python.function", source, line(found[0]))},
	}
	for _, other := range found[1:] {
		plan.lost = append(plan.lost, finding.Alternative{Value: name(other), Confidence: finding.Guess, Evidence: p.AtLine("python.function", source, line(other))})
	}
	if len(found) > 1 {
		plan.warnings = append(plan.warnings, universalbuild.Warning{
			Code: "several_functions", Path: p.Join(source), Line: line(found[0]),
			Message: fmt.Sprintf("%d functions are defined here and one container serves one; %s is taken, the first", len(found), name(found[0])),
			Fix:     "name another with --target in the start command",
		})
	}
	return plan
}
