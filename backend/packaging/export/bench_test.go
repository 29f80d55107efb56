package export_test

import (
	"fmt"
	"testing"

	"aipack/backend/packaging/export"
)

// BenchmarkFiles exports a monorepo of 40,000 files.
func BenchmarkFiles(b *testing.B) {
	docs := shop()
	docs[0].Metadata.Languages = []string{"python", "ruby", "php", "java"}
	docs[0].Build.Manifests = []string{"package.json", "packages/*/package.json"}
	var files []string
	for i := range 40_000 {
		files = append(files, fmt.Sprintf("packages/p%d/src/components/c%d/index.ts", i%200, i))
	}
	for b.Loop() {
		if _, err := export.Files(docs, export.SetOptions{Files: files}); err != nil {
			b.Fatal(err)
		}
	}
}
