package phase

import (
	"strings"
	"testing"
)

func TestToolsOfContainerFiles(t *testing.T) {
	for name, c := range map[string]struct{ file, want string }{
		"debian":          {"FROM node:22\nRUN apt-get update && apt-get install -y --no-install-recommends \\\n  ffmpeg=7:5.1 git curl build-essential libssl1.1 && rm -rf /var/lib/apt/lists/*\n", "ffmpeg git"},
		"alpine":          {"FROM node:22-alpine\nRUN apk add --no-cache exiftool mysql-client postgresql16-client sqlite tini\n", "libimage-exiftool-perl default-mysql-client postgresql-client sqlite3"},
		"for the build":   {"FROM node:22-alpine\nRUN apk add --no-cache --virtual .build git g++ && apk del .build\n", ""},
		"another stage":   {"FROM golang AS build\nRUN apt-get install -y git\nFROM debian\nCOPY --from=build /a /a\n", ""},
		"the stage below": {"FROM debian AS base\nRUN apt-get install -y ffmpeg\nFROM base\nRUN true\n", "ffmpeg"},
		"perhaps":         {"FROM debian\nRUN if [ $X ]; then apt-get install -y ffmpeg; fi\n", ""},
		"language of OCR": {"FROM debian\nRUN apt install -y tesseract-ocr tesseract-ocr-deu 'tesseract-ocr-;id'\n", "tesseract-ocr tesseract-ocr-deu"},
		"no installation": {"FROM debian\nRUN apt-get remove git && echo install ffmpeg\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := contained(t, c.file)
			s.Built = s.Facts.Built()
			var got []string
			for _, p := range toolsOf(s.Project) {
				got = append(got, p.Name)
				if p.Why.Path != "Dockerfile" || p.Why.Line == 0 {
					t.Errorf("%s without a place: %+v", p.Name, p.Why)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
