package prove

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
)

//go:embed report.html
var reportPage string

// ParseReport reads a report back from its JSON.
func ParseReport(text string) (*Report, error) {
	var r Report
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		return nil, fmt.Errorf("reading the report: %w", err)
	}
	return &r, nil
}

// WriteHTML writes reports as one page that needs nothing else.
func WriteHTML(w io.Writer, reports []*Report) error {
	page, err := template.New("report").Funcs(template.FuncMap{
		"seconds": func(ms int64) float64 { return float64(ms) / 1000 },
		"picture": func(jpeg []byte) template.URL {
			return template.URL("data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(jpeg))
		}, //nolint:gosec // base64 holds nothing that could end the attribute
		"value": func(v any) (string, error) {
			if v == nil {
				return "not set", nil
			}
			text, err := json.Marshal(v)
			return string(text), err
		},
		"million":   func(bytes int64) float64 { return float64(bytes) / 1e6 },
		"megabytes": func(bytes int64) int64 { return bytes / 1_000_000 },
	}).Parse(reportPage)
	if err != nil {
		return err
	}
	return page.Execute(w, reports)
}
