package lockfile

import (
	"strings"

	"aipack/backend/manifest/pypi"
)

// https://pipenv.pypa.io/en/latest/pipfile.html
var pipfileLock = File{Name: "Pipfile.lock", Manifest: "Pipfile", Manager: "pipenv", Ecosystem: "python", PURL: "pypi", Read: readPipfileLock}

func readPipfileLock(text string) (list []Package, _ int, err error) {
	lock, err := pypi.ParsePipfileLock(text)
	for _, p := range append(lock.Packages, lock.Dev...) {
		list = append(list, Package{p.Name, strings.TrimPrefix(p.Specifier, "==")}) // without a version it lies in a folder
	}
	return list, 0, err
}
