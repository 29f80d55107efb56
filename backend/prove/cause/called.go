package cause

// saidBy names the Debian package of what a library of Python names in its own words.
var saidBy = map[string]string{
	"libmagic": "libmagic1", "zbar": "libzbar0", "ffmpeg": "ffmpeg", "tesseract": "tesseract-ocr", "poppler": "poppler-utils", "GDAL": "libgdal32",
	"wkhtmltopdf": "wkhtmltopdf", "Graphviz": "graphviz",
}

// calledCauses are programs that call what the system would have, and say in their
// own words that it is not there.
func calledCauses() []way {
	return []way{
		{
			// What a program calls when it runs: Node's child_process, Go's os/exec, Python's
			// subprocess, Java's ProcessBuilder, Ruby's Kernel, .NET's Process.
			rule: "missing_system_package", stages: "start health", says: `spawn(?:Sync)? (` + packaged() + `) ENOENT|exec: "(` + packaged() + `)": executable file not found in \$PATH|No such file or directory: '(` + packaged() + `)'` +
				`|Cannot run program "(` + packaged() + `)"|No such file or directory - (` + packaged() + `)$|trying to start process '(` + packaged() + `)'`,
			tell: func(c circumstances, m []string) explanation { return missingSystem(c, firstNonEmpty(m[1:])) },
		},
		{
			// Go's time.LoadLocation, Python's zoneinfo, tzinfo of Ruby, PHP's DateTimeZone.
			rule: "missing_system_package", stages: "start health", says: `unknown time zone \w+/\w+|No time zone found with key|No source of timezone data could be found|Timezone database is corrupt`,
			tell: func(c circumstances, _ []string) explanation {
				return explanation{
					why: "The program wants a time zone, and the image has no table of them; Debian's package tzdata holds it.",
					fix: "Add tzdata to the system packages.", edits: addPackage(c, "tzdata"),
				}
			},
		},
		{
			// Libraries of Python that say in their own words which part of the system they
			// want: python-magic, pyzbar, pydub, pytesseract, pdf2image, GeoDjango, pdfkit.
			rule: "missing_system_package", stages: "start health",
			says: `failed to find (libmagic)\b|Unable to find (zbar) shared library|Couldn't find (ffmpeg) or avconv|(tesseract) is not installed or it's not in your PATH` +
				`|Is (poppler) installed and in PATH|Could not find the (GDAL) library|No (wkhtmltopdf) executable found|make sure the (Graphviz) executables`,
			tell: func(c circumstances, m []string) explanation {
				what := firstNonEmpty(m[1:])
				return missingLibrary(c, what, saidBy[what])
			},
		},
		{
			// What draws letters wants fontconfig, which images without a desktop leave out.
			rule: "missing_system_package", stages: "start health", says: `FontConfiguration\.head" is null|Fontconfig head is null`,
			tell: func(c circumstances, _ []string) explanation {
				return missingLibrary(c, "libfontconfig.so.1", "fontconfig")
			},
		},
	}
}
