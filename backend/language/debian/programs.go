// Package debian knows by which packages of Debian 12 programs and libraries
// come. It knows no language.
package debian

// Programs are commands that debian:bookworm-slim lacks, with the Debian
// 12 package of each (packages.debian.org, search the contents of packages).
var Programs = map[string]string{
	"7z": "p7zip-full", "aria2c": "aria2", "bc": "bc", "bzip2": "bzip2", "chromium": "chromium", "convert": "imagemagick", "crontab": "cron", "curl": "curl",
	"cwebp": "webp", "dig": "dnsutils", "dot": "graphviz", "envsubst": "gettext-base",
	"exiftool": "libimage-exiftool-perl", "ffmpeg": "ffmpeg", "ffprobe": "ffmpeg",
	"figlet": "figlet", "file": "file", "free": "procps", "gifsicle": "gifsicle", "git": "git",
	"git-lfs": "git-lfs", "gpg": "gnupg", "gs": "ghostscript", "identify": "imagemagick",
	"inkscape": "inkscape", "inotifywait": "inotify-tools", "ip": "iproute2", "jpegoptim": "jpegoptim",
	"jq": "jq", "less": "less", "libreoffice": "libreoffice", "lsof": "lsof",
	"make": "make", "mediainfo": "mediainfo", "mkvmerge": "mkvtoolnix", "mogrify": "imagemagick",
	"mysql": "default-mysql-client", "mysqldump": "default-mysql-client",
	"nc": "netcat-openbsd", "ncat": "ncat", "netcat": "netcat-openbsd", "nginx": "nginx",
	"nmap": "nmap", "node": "nodejs", "openssl": "openssl", "optipng": "optipng",
	"pandoc": "pandoc", "parallel": "parallel", "pdfinfo": "poppler-utils", "pdftoppm": "poppler-utils", "pdftotext": "poppler-utils", "perl": "perl",
	"pg_dump": "postgresql-client", "pg_restore": "postgresql-client", "ping": "iputils-ping",
	"pkill": "procps", "pngquant": "pngquant", "ps": "procps", "psql": "postgresql-client",
	"python3": "python3", "qpdf": "qpdf", "rclone": "rclone", "redis-cli": "redis-tools",
	"restic": "restic", "rsvg-convert": "librsvg2-bin", "rsync": "rsync", "scp": "openssh-client",
	"socat": "socat", "soffice": "libreoffice", "sox": "sox", "sqlite3": "sqlite3", "ss": "iproute2",
	"ssh": "openssh-client", "ssh-keygen": "openssh-client", "tesseract": "tesseract-ocr",
	"top": "procps", "traceroute": "traceroute", "unzip": "unzip", "wget": "wget", "whois": "whois",
	"wkhtmltopdf": "wkhtmltopdf", "xmllint": "libxml2-utils", "xz": "xz-utils",
	"yt-dlp": "yt-dlp", "zip": "zip", "zstd": "zstd",
}
