package lockfile

import "aipack/backend/manifest/bundler"

// https://bundler.io/guides/rationale.html
var gemfileLock = File{Name: "Gemfile.lock", Manifest: "Gemfile", Manager: "bundler", Ecosystem: "ruby", PURL: "gem", Read: readGemfileLock}

func readGemfileLock(text string) (list []Package, _ int, err error) {
	lock, err := bundler.ParseLock(text)
	for name, version := range lock.Versions {
		if !lock.Local[name] {
			list = append(list, Package{name, version})
		}
	}
	return list, 0, err
}
