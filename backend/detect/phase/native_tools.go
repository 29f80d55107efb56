package phase

import (
	"path"
	"strings"

	"aipack/backend/detect/pipeline"
	"aipack/backend/language"
)

// containerTools are programs and data that images install for what runs in
// them, by the names that distributions give their packages, with Debian 12's
// name for each. Libraries are left out, as their names change with every
// release; so are compilers and what only looks after a container.
var containerTools = map[string]string{
	"7zip": "p7zip-full", "p7zip": "p7zip-full", "p7zip-full": "p7zip-full", "aria2": "aria2", "bzip2": "bzip2",
	"ca-certificates": "ca-certificates", "chromium": "chromium", "clamav": "clamav", "default-mysql-client": "default-mysql-client",
	"exiftool": "libimage-exiftool-perl", "ffmpeg": "ffmpeg", "ffmpegthumbnailer": "ffmpegthumbnailer",
	"flac": "flac", "fonts-dejavu": "fonts-dejavu", "fonts-freefont-ttf": "fonts-freefont-ttf",
	"fonts-liberation": "fonts-liberation", "fonts-noto": "fonts-noto", "fonts-noto-cjk": "fonts-noto-cjk", "fonts-noto-color-emoji": "fonts-noto-color-emoji",
	"font-noto-cjk": "fonts-noto-cjk", "font-noto-emoji": "fonts-noto-color-emoji", "ttf-dejavu": "fonts-dejavu",
	"font-dejavu": "fonts-dejavu", "ttf-freefont": "fonts-freefont-ttf", "ttf-liberation": "fonts-liberation",
	"gettext": "gettext", "gettext-base": "gettext-base", "ghostscript": "ghostscript",
	"gifsicle": "gifsicle", "git": "git", "git-lfs": "git-lfs", "gnupg": "gnupg",
	"graphicsmagick": "graphicsmagick", "graphviz": "graphviz", "imagemagick": "imagemagick",
	"inkscape": "inkscape", "iputils": "iputils-ping", "iputils-ping": "iputils-ping",
	"jpegoptim": "jpegoptim", "jq": "jq", "lame": "lame", "libimage-exiftool-perl": "libimage-exiftool-perl",
	"libreoffice": "libreoffice", "librsvg2-bin": "librsvg2-bin",
	"libvips-tools": "libvips-tools", "vips-tools": "libvips-tools", "mariadb-client": "mariadb-client",
	"mediainfo": "mediainfo", "mkvtoolnix": "mkvtoolnix", "mpv": "mpv", "mupdf-tools": "mupdf-tools",
	"mysql-client": "default-mysql-client", "nmap": "nmap", "openssh": "openssh-client",
	"openssh-client": "openssh-client", "openssh-client-default": "openssh-client", "openssh-clients": "openssh-client",
	"optipng": "optipng", "pandoc": "pandoc", "perl-image-exiftool": "libimage-exiftool-perl",
	"pngquant": "pngquant", "poppler-utils": "poppler-utils", "postgresql-client": "postgresql-client",
	"potrace": "potrace", "qpdf": "qpdf", "rclone": "rclone", "redis-tools": "redis-tools", "rsync": "rsync",
	"smartmontools": "smartmontools", "sox": "sox", "sqlite": "sqlite3", "sqlite3": "sqlite3",
	"tesseract-ocr": "tesseract-ocr", "traceroute": "traceroute", "tzdata": "tzdata", "unpaper": "unpaper",
	"unzip": "unzip", "webp": "webp", "wkhtmltopdf": "wkhtmltopdf", "xz-utils": "xz-utils",
	"yt-dlp": "yt-dlp", "zip": "zip", "zstd": "zstd",
}

// toolsOf lists the programs that the project's own image holds beside the
// project: what it calls is in no manifest.
func toolsOf(p *language.Project) (list []pipeline.Package) {
	for _, stage := range p.Built.Final() {
		for _, s := range stage.Steps() {
			installs := s.Has("install") && (s.Program() == "apt-get" || s.Program() == "apt" || s.Program() == "dnf" || s.Program() == "yum" || s.Program() == "microdnf")
			if s.Maybe || !installs && !(s.Program() == "apk" && s.Has("add") && len(s.Options("--virtual", "-t")) == 0) {
				continue
			}
			for _, w := range s.Words[1:] {
				name, _, _ := strings.Cut(w, "=")
				if tool := debianTool(name); tool != "" {
					list = append(list, pipeline.Package{Name: tool, Why: p.Built.At(p.Reader(), "dockerfile.package", s.Line, w)})
				}
			}
		}
	}
	return list
}

// debianTool is Debian's name for a program that images install, "" for what is
// none of them.
func debianTool(name string) string {
	name = strings.ToLower(name)
	switch {
	case versionedClient(name):
		return "postgresql-client"
	case strings.HasPrefix(name, "tesseract-ocr-") && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") == "": // a language
		return name
	}
	return containerTools[name]
}

// nixTools are programs that Nix names otherwise than distributions do, where
// more than an underscore is the difference: https://search.nixos.org/packages.
var nixTools = map[string]string{
	"tesseract": "tesseract-ocr", "ffmpeg-full": "ffmpeg", "ffmpeg-headless": "ffmpeg", "libwebp": "webp", "postgresql": "postgresql-client",
	"redis": "redis-tools", "imagemagickbig": "imagemagick", "perlpackages.imageexiftool": "exiftool",
}

// platformTools sorts what a platform's file has installed into the build and
// the image. The headers of a library serve both: only they keep their name
// from release to release, and they bring the library along.
func platformTools(s *pipeline.ServiceContext) {
	for _, p := range s.Facts.SystemPackages() {
		name := strings.ReplaceAll(strings.ToLower(p.Name), "_", "-")
		headers := strings.HasPrefix(name, "lib") && strings.HasSuffix(name, "-dev")
		tool := debianTool(name)
		if known := nixTools[name]; known != "" {
			tool = debianTool(known)
		}
		if tool == "" { // ffmpeg_6
			tool = debianTool(strings.TrimRight(name, "-0123456789"))
		}
		if headers {
			tool = name
		}
		if tool != "" && !s.Recipe.Static {
			s.Systems.Runtime = append(s.Systems.Runtime, pipeline.Package{Name: tool, Why: p.Why})
		}
		if headers || buildTools[name] {
			s.Systems.Build = append(s.Systems.Build, pipeline.Package{Name: name, Why: p.Why})
		}
	}
}

// buildTools compile, under names that Debian and Ubuntu share.
var buildTools = map[string]bool{
	"build-essential": true, "make": true, "cmake": true, "g++": true, "gcc": true, "pkg-config": true,
	"python3": true, "autoconf": true, "automake": true, "libtool": true,
}

// versionedClient knows postgresql-client-16 and postgresql16-client: Debian 12
// has one version, whose programs speak with older servers.
func versionedClient(name string) bool {
	for _, pattern := range []string{"postgresql-client-[0-9]*", "postgresql[0-9]*-client"} {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}
