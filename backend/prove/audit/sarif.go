package audit

import (
	"bytes"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// SARIF writes the report in SARIF 2.1.0 (OASIS), which code hosts and editors show.
// Findings that are ignored are in it as suppressed.
func (r Report) SARIF(version string) ([]byte, error) {
	run := sarif.NewRun().WithTool(sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("aipack").WithVersion(version)))
	for _, f := range r.Findings {
		run.AddRule(f.Rule).WithDescription(f.Message).WithHelp(sarif.NewMultiformatMessageString().WithText(f.Fix)).
			WithProperties(sarif.NewPropertyBag().Add("security-severity", scores[f.Severity]))
		result := run.CreateResultForRule(f.Rule).WithLevel(levels[f.Severity]).WithMessage(sarif.NewTextMessage(f.Message + ". " + f.Fix)).
			WithPartialFingerprints(map[string]string{"aipack/v1": f.ID})
		place := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(f.Path))
		if f.Line > 0 {
			place.WithRegion(sarif.NewSimpleRegion(f.Line, f.Line))
		}
		result.AddLocation(sarif.NewLocationWithPhysicalLocation(place))
		if f.Ignored != nil {
			result.AddSuppression(sarif.NewSuppression().WithKind("external").WithJustification(f.Ignored.Reason))
		}
	}
	missed := []*sarif.Notification{}
	for _, l := range r.Unlooked() {
		missed = append(missed, sarif.NewNotification().WithLevel("warning").WithMessage(sarif.NewTextMessage("not looked at: "+l.Name+": "+l.Said)))
	}
	run.AddInvocation(sarif.NewInvocation().WithExecutionSuccessful(true).WithToolExecutionNotifications(missed))
	doc := sarif.NewReport()
	doc.AddRun(run)
	var out bytes.Buffer
	if err := doc.PrettyWrite(&out); err != nil {
		return nil, err
	}
	return append(out.Bytes(), '\n'), nil
}

// levels are SARIF's words (3.27.10), scores those of code hosts, which go by CVSS.
var (
	levels = map[Severity]string{Critical: "error", High: "error", Medium: "warning", Low: "note"}
	scores = map[Severity]string{Critical: "9.5", High: "8.0", Medium: "5.0", Low: "2.0"}
)
