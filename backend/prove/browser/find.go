package browser

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Find gives the user's own Chromium, Chrome or Edge, "" where none is
// installed. AIPACK_BROWSER names another. Nothing is ever downloaded.
func Find() string {
	if named := os.Getenv("AIPACK_BROWSER"); named != "" {
		return named
	}
	for _, place := range places(runtime.GOOS) {
		if found, err := exec.LookPath(place); err == nil {
			return found
		}
	}
	return ""
}

// places are where the three put themselves when they are installed: Linux
// packages on the PATH, macOS in Applications, Windows below its program
// folders.
func places(system string) []string {
	switch system {
	case "darwin":
		var list []string
		for _, folder := range []string{"/Applications", filepath.Join(os.Getenv("HOME"), "Applications")} {
			for _, name := range []string{"Google Chrome", "Chromium", "Microsoft Edge"} {
				list = append(list, filepath.Join(folder, name+".app", "Contents", "MacOS", name))
			}
		}
		return list
	case "windows":
		var list []string
		for _, variable := range []string{"ProgramFiles", "ProgramFiles(x86)", "LocalAppData"} {
			for _, program := range []string{`Google\Chrome\Application\chrome.exe`, `Chromium\Application\chrome.exe`, `Microsoft\Edge\Application\msedge.exe`} {
				if folder := os.Getenv(variable); folder != "" {
					list = append(list, folder+`\`+program)
				}
			}
		}
		return list
	}
	return []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge", "microsoft-edge-stable", "/snap/bin/chromium"}
}
