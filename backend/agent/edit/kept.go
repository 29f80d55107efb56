package edit

import "strings"

// keepers are the folders in which version control keeps its own, by whom. What stands
// there runs by itself: hooks, and programs that the configuration names (githooks(5),
// git-config(1): core.fsmonitor; hgrc(5): hooks; jj's and Bazaar's configuration).
var keepers = map[string]string{".git": "git", ".hg": "Mercurial", ".svn": "Subversion", ".jj": "Jujutsu", ".bzr": "Bazaar"}

// keeperOf says whose own file a path names, wherever in the project its repository lies:
// a submodule's, too. "" for the project's files.
func keeperOf(file string) string {
	for segment := range strings.SplitSeq(file, "/") {
		if k := keepers[folderMeant(segment)]; k != "" {
			return k
		}
	}
	return ""
}

// folderMeant is the name that a file system may take another for, as git guards its own
// (path.c: is_ntfs_dotgit; utf8.c: is_hfs_dotgit): Windows knows neither case nor dots and
// spaces at the end, has streams behind a colon and git~1 for a short name; macOS leaves
// letters out that have no width.
func folderMeant(name string) string {
	name = strings.Map(func(r rune) rune {
		if r >= 0x200c && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0x206a && r <= 0x206f || r == 0xfeff {
			return -1
		}
		return r
	}, name)
	name, _, _ = strings.Cut(name, ":")
	name = strings.ToLower(strings.TrimRight(name, " ."))
	if name == "git~1" {
		return ".git"
	}
	return name
}
