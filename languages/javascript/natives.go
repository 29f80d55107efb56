package javascript

import (
	"aipack/backend/language"
)

var gyp = []string{"python3", "make", "g++"}

// natives are what packages need of Debian, from their installation notes.
var natives = []language.Native{
	{Needs: []string{"prisma", "@prisma/client"}, Build: []string{"openssl", "ca-certificates"}, Runtime: []string{"openssl", "ca-certificates"}},
	{Needs: []string{
		"bcrypt", "better-sqlite3", "sqlite3", "argon2", "node-gyp", "bufferutil", "utf-8-validate", "node-sass", "dtrace-provider", "cpu-features",
		"farmhash", "microtime", "node-expat", "isolated-vm", "re2", "leveldown", "classic-level", "snappy", "libxmljs", "libxmljs2", "usocket",
		"@discordjs/opus", "node-pty", "weak-napi", "deasync", "integer", "heapdump", "v8-profiler", "msgpackr-extract",
	}, Build: gyp},
	{
		Needs:   []string{"canvas"},
		Build:   []string{"python3", "make", "g++", "pkg-config", "libcairo2-dev", "libpango1.0-dev", "libjpeg-dev", "libgif-dev", "librsvg2-dev"},
		Runtime: []string{"libcairo2", "libpango-1.0-0", "libpangocairo-1.0-0", "libjpeg62-turbo", "libgif7", "librsvg2-2"},
	},
	{Needs: []string{"puppeteer", "puppeteer-core", "chrome-aws-lambda", "@sparticuz/chromium"},
		Runtime: []string{"chromium", "fonts-liberation", "ca-certificates"}},
	{Needs: []string{"playwright", "playwright-chromium", "playwright-core"}, Runtime: []string{
		"ca-certificates", "fonts-liberation", "libasound2", "libatk-bridge2.0-0", "libatk1.0-0", "libatspi2.0-0", "libcairo2", "libcups2",
		"libdbus-1-3", "libdrm2", "libgbm1", "libglib2.0-0", "libnspr4", "libnss3", "libpango-1.0-0", "libx11-6", "libxcb1", "libxcomposite1",
		"libxdamage1", "libxext6", "libxfixes3", "libxkbcommon0", "libxrandr2",
	}},
	{Needs: []string{"pg-native", "libpq"}, Build: []string{"python3", "make", "g++", "libpq-dev"}, Runtime: []string{"libpq5"}},
	{Needs: []string{"oracledb"}, Runtime: []string{"libaio1"}},
	{Needs: []string{"zeromq"}, Build: gyp, Runtime: []string{"libzmq5"}},
	{Needs: []string{"odbc", "msnodesqlv8"}, Build: []string{"python3", "make", "g++", "unixodbc-dev"}, Runtime: []string{"unixodbc"}},
	{Needs: []string{"gm", "imagemagick"}, Runtime: []string{"imagemagick", "graphicsmagick"}},
	{Needs: []string{"fluent-ffmpeg", "prism-media"}, Runtime: []string{"ffmpeg"}},
	{Needs: []string{"pdf-poppler", "node-poppler"}, Runtime: []string{"poppler-utils"}},
	{Needs: []string{"node-rdkafka"}, Build: []string{"python3", "make", "g++", "libssl-dev", "zlib1g-dev"}},
	{Needs: []string{"sodium"}, Build: []string{"python3", "make", "g++", "libtool", "autoconf", "automake"}},
	{Needs: []string{"simple-git", "nodegit"}, Runtime: []string{"git", "ca-certificates"}},
	{Needs: []string{"gatsby-plugin-sharp", "mozjpeg", "pngquant-bin"},
		Build: []string{"python3", "make", "g++", "autoconf", "automake", "libtool", "nasm", "libpng-dev"}},
}
