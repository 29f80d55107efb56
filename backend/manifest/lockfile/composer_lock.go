package lockfile

import "aipack/backend/manifest/packagist"

// https://getcomposer.org/doc/01-basic-usage.md
var composerLock = File{Name: "composer.lock", Manifest: "composer.json", Manager: "composer", Ecosystem: "php", PURL: "composer", Read: readComposerLock}

func readComposerLock(text string) (list []Package, _ int, err error) {
	lock, err := packagist.ParseLock(text)
	for _, p := range append(lock.Packages, lock.Dev...) {
		if !p.Local {
			list = append(list, Package{p.Name, p.Version})
		}
	}
	return list, 0, err
}
