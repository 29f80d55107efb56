package node

import "aipack/backend/language"

// PrismaConfig finds Prisma's configuration in a folder, "" for none
// (https://www.prisma.io/docs/orm/reference/prisma-config-reference, "Supported
// file extensions").
func PrismaConfig(f *language.Folder) string {
	for _, stem := range []string{"prisma.config", ".config/prisma"} {
		for _, end := range []string{".ts", ".js", ".mts", ".mjs", ".cts", ".cjs"} {
			if f.Has(stem + end) {
				return stem + end
			}
		}
	}
	return ""
}
