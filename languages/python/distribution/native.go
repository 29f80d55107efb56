package distribution

import "aipack/backend/language"

// Natives are the Debian packages behind packages that are compiled
// against them, or load or call them. Packages whose wheels bring everything
// (psycopg2-binary, numpy, cryptography) are not listed.
var Natives = []language.Native{
	{Needs: []string{"psycopg2"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
	{Needs: []string{"mysqlclient", "flask-mysqldb"}, Build: []string{"default-libmysqlclient-dev", "pkg-config"}, Runtime: []string{"libmariadb3"}},
	{Needs: []string{"pyodbc", "aioodbc"}, Build: []string{"unixodbc-dev"}, Runtime: []string{"unixodbc"}},
	{Needs: []string{"pycairo", "pygobject"}, Build: []string{"libcairo2-dev", "pkg-config"}, Runtime: []string{"libcairo2"}},
	{Needs: []string{"cairosvg", "cairocffi"}, Runtime: []string{"libcairo2"}},
	{Needs: []string{"weasyprint"}, Runtime: []string{"libharfbuzz-subset0", "libpango-1.0-0", "libpangoft2-1.0-0"}},
	{Needs: []string{"pdf2image"}, Runtime: []string{"poppler-utils"}},
	{Needs: []string{"pydub", "moviepy", "ffmpeg-python", "openai-whisper", "yt-dlp"}, Runtime: []string{"ffmpeg"}},
	{Needs: []string{"soundfile", "librosa"}, Runtime: []string{"libsndfile1"}},
	{Needs: []string{"pyzbar"}, Runtime: []string{"libzbar0"}},
	{Needs: []string{"pyaudio"}, Build: []string{"portaudio19-dev"}, Runtime: []string{"libportaudio2"}},
	{Needs: []string{"sounddevice"}, Runtime: []string{"libportaudio2"}},
	{Needs: []string{"opencv-python", "opencv-contrib-python"}, Runtime: []string{"libgl1", "libglib2.0-0"}},
	{Needs: []string{"pytesseract"}, Runtime: []string{"tesseract-ocr"}},
	{Needs: []string{"python-magic"}, Runtime: []string{"libmagic1"}},
	{Needs: []string{"gdal"}, Build: []string{"libgdal-dev"}, Runtime: []string{"libgdal32"}},
	{Needs: []string{"rtree"}, Runtime: []string{"libspatialindex6"}},
	{Needs: []string{"xmlsec", "python3-saml"}, Build: []string{"libxmlsec1-dev", "pkg-config"}, Runtime: []string{"libxmlsec1-openssl"}},
	{Needs: []string{"python-ldap", "django-auth-ldap"}, Build: []string{"libldap2-dev", "libsasl2-dev"}, Runtime: []string{"libldap-2.5-0", "libsasl2-2"}},
	{Needs: []string{"gssapi", "kerberos"}, Build: []string{"libkrb5-dev"}, Runtime: []string{"libgssapi-krb5-2"}},
	{Needs: []string{"pygraphviz"}, Build: []string{"libgraphviz-dev", "pkg-config"}, Runtime: []string{"graphviz"}},
	{Needs: []string{"graphviz", "pydot"}, Runtime: []string{"graphviz"}},
	{Needs: []string{"wand"}, Runtime: []string{"libmagickwand-6.q16-6"}},
	{Needs: []string{"pyvips"}, Runtime: []string{"libvips42"}},
	{Needs: []string{"dlib", "face-recognition"}, Build: []string{"cmake"}, Runtime: []string{"libopenblas0"}},
	{Needs: []string{"pycurl"}, Build: []string{"libcurl4-openssl-dev", "libssl-dev"}, Runtime: []string{"libcurl4"}},
	{Needs: []string{"uwsgi"}, Runtime: []string{"libxml2"}},
	{Needs: []string{"gitpython"}, Runtime: []string{"git"}},
	{Needs: []string{"selenium"}, Runtime: []string{"chromium", "chromium-driver"}},
	{Needs: []string{"playwright", "pytest-playwright"}, Runtime: []string{
		"libasound2", "libatk-bridge2.0-0", "libatk1.0-0", "libatspi2.0-0", "libcairo2", "libcups2", "libdbus-1-3", "libdrm2", "libgbm1",
		"libglib2.0-0", "libnspr4", "libnss3", "libpango-1.0-0", "libx11-6", "libxcb1", "libxcomposite1", "libxdamage1", "libxext6",
		"libxfixes3", "libxkbcommon0", "libxrandr2",
	}},
}
