package session

import (
	"aipack/backend/base/settings"
	"aipack/backend/repo"
)

// Folders says which folders of a project count.
func Folders(s settings.Preferences) repo.Config {
	return repo.Config{LeaveOut: s.IgnoredFolders, Read: s.ReadFolders, Ignored: s.IncludeIgnored}
}
