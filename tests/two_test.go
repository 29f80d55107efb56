package tests

import "testing"

// TestTwoProgramsOfOneFolder: where two files serve an application each, and nothing says
// which one is meant, the plan promises less.
func TestTwoProgramsOfOneFolder(t *testing.T) {
	t.Parallel()
	const app = "import uvicorn\nfrom fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get(\"/\")\ndef index():\n    return 1\n\n\nif __name__ == \"__main__\":\n    uvicorn.run(app, host=\"0.0.0.0\", port=8000)\n"
	for name, c := range map[string]struct {
		files []string
		more  map[string]string
		high  bool
	}{
		"one":                    {[]string{"shop.py"}, nil, true},
		"two of no telling name": {[]string{"shop.py", "admin.py"}, nil, false},
		"one is called main":     {[]string{"main.py", "admin.py"}, nil, true},
		"one is named":           {[]string{"shop.py", "admin.py"}, map[string]string{"Dockerfile": "FROM python:3.12\nCOPY . .\nCMD [\"uvicorn\", \"shop:app\", \"--host\", \"0.0.0.0\"]\n"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := map[string]string{"requirements.txt": "fastapi==0.110.0\nuvicorn==0.29.0\n"}
			for _, file := range c.files {
				files[file] = app
			}
			for file, text := range c.more {
				files[file] = text
			}
			d := theOneOf(t, files)
			if got := d.Metadata.Confidence >= 0.8; got != c.high {
				t.Errorf("confidence %.2f with %q", d.Metadata.Confidence, d.Runtime.Command)
			}
		})
	}
}
