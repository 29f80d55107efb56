package python

import "aipack/backend/language"

// buildLibrary are the libraries by which a setup.py builds its project.
// https://setuptools.pypa.io/en/latest/userguide/quickstart.html, and what stands on it
const buildLibrary = language.Pattern(`\b(?:setuptools|distutils|skbuild|cx_Freeze|py2exe|py2app)\b`)

// hasSetup reports whether a folder is a project by its setup.py. A module of
// that name, which sets the program itself up, builds nothing.
func hasSetup(f *language.Folder) bool {
	content, _ := f.Text("setup.py")
	return buildLibrary.Matches(content)
}
