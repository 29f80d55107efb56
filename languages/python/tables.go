package python

import (
	"strings"

	"aipack/backend/language"
)

// natives are the Debian packages behind packages that are compiled
// against them, or load or call them. Packages whose wheels bring everything
// (psycopg2-binary, numpy, cryptography) are not listed.
var natives = []language.Native{
	{Needs: []string{"psycopg2"}, Build: []string{"libpq-dev"}, Runtime: []string{"libpq5"}},
	{Needs: []string{"mysqlclient"}, Build: []string{"default-libmysqlclient-dev", "pkg-config"}, Runtime: []string{"libmariadb3"}},
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

// envReads find environment variables: os.environ, os.getenv, decouple,
// environs and django-environ, and the names that pydantic's fields are given.
var envReads = []language.Pattern{
	`\benviron(?:\.get|\.setdefault)?[\[(]\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*["']?([^"'\n,()]*)["']?\s*\))?`,
	`\bgetenv\(\s*["']([A-Za-z_]\w*)["'](?:\s*,\s*["']?([^"'\n,()]*)["']?\s*\))?`,
	`\bconfig\(\s*["']([A-Z][A-Z0-9_]*)["'](?:[^)\n]*?\bdefault\s*=\s*["']?([^"'\n,()]*)["']?)?`,
	`\benv(?:\.(?:str|bool|int|float|list|db|db_url|url|cache|cache_url|json|path|email_url))?\(\s*["']([A-Z][A-Z0-9_]*)["'](?:[^)\n]*?\bdefault\s*=\s*["']?([^"'\n,()]*)["']?)?`,
	`\bField\([^)\n]*?\b(?:env|validation_alias)\s*=\s*["']([A-Z][A-Z0-9_]*)["']`,
	`\b(?:get_env\w*\(|require_env\w*\(|env_\w+\(|\w+_env\()\s*["']([A-Z][A-Z0-9_]{2,})["']\s*\)`,
	`\benvvar\s*=\s*["']([A-Z][A-Z0-9_]*)["']`,
}

// portUses find the port that a program listens on.
var portUses = []language.Pattern{
	`(?:environ(?:\.get)?|getenv|config|env(?:\.int|\.str)?)\(\s*["'](?:[A-Z]+_)?PORT["']\s*,\s*(?:default\s*=\s*)?["']?(\d{2,5})["']?`,
	`\.run\([^)\n]*\bport\s*=\s*(\d{2,5})`,
	`\brun_(?:app|server|simple)\([^)\n]*\bport\s*=\s*(\d{2,5})`,
	`\bserve\([^)\n]*\bport\s*=\s*(\d{2,5})`,
	`\b(?:HTTPServer|ThreadingHTTPServer|TCPServer|ThreadingTCPServer|UDPServer|SimpleXMLRPCServer|WSGIServer)\(\s*\(\s*["'][^"'\n]*["']\s*,\s*(\d{2,5})`,
	`\bmake_server\(\s*["'][^"'\n]*["']\s*,\s*(\d{2,5})`,
	`\.bind\(\s*\(\s*[^,()\n]*,\s*(\d{2,5})\s*\)\s*\)`,
	`\bcreate_server\(\s*\(\s*[^,()\n]*,\s*(\d{2,5})\s*\)`,
	`\blisten(?:TCP|SSL)\(\s*(\d{2,5})`,
	`\bstart_server\([^)\n]*,\s*(\d{2,5})\s*[,)]`,
	`\.listen\(\s*(\d{4,5})\b`,
	`\badd_(?:in)?secure_port\(\s*f?["'][^"'\n]*:(\d{2,5})["']`,
	`\blaunch\([^)\n]*\bserver_port\s*=\s*(\d{2,5})`,
	`(?m)^\s*(?:DEFAULT_|HTTP_|SERVER_|APP_)?PORT\s*(?::\s*int\s*)?=\s*(\d{2,5})\s*(?:#.*)?$`,
	`["']\w*(?:hosts?|Hosts?|HOSTS?|bind|listen|address)["'][^\n]*\n?[^\n]{0,60}["'](?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::\]|\*)?:(\d{4,5})["']`,
	`server\.socket_port['"]\s*:\s*(\d{2,5})`,
}

// routes find the paths of GET routes. Django's have no slash in front.
var routes = []language.Pattern{
	`@\w+(?:\.\w+)*\.(?:get|route|api_route|head)\(\s*(?:path\s*=\s*)?["'](/[^"'\n<{]*)["']`,
	`\b(?:path|url)\(\s*r?["']\^?([\w./-]+)\$?["']`,
	`\bre_path\(\s*r?["']\^([\w./-]+?)/?\??\$["']`,
	`\b(?:Route|add_get|add_route|add_api_route|add_url_rule|web\.get|add_resource)\(\s*(?:\w+\s*,\s*)?["'](/[^"'\n<{]*)["']`,
	`\(\s*r?["']\^?(/[\w./-]*?)(?:/\?)?\$?["']\s*,\s*(?:\w+\.)*[A-Z]\w*\s*[,)]`,
	`^\s+path\s*=\s*["'](/[^"'\n<{]*)["']\s*,\s*$`, // of Litestar's handlers, an argument a line
	`\bself\.path\s*(?:==|in \()\s*["'](/[^"'\n]*)["']`,
	`@get\(\s*(?:path\s*=\s*)?["'](/[^"'\n<{]*)["']`,
}

// distributions are modules that programs without a manifest import as a
// rule, and the distribution of PyPI that each comes from.
var distributions = namesOf(`
aiofiles aiogram aiohttp aiomysql alembic anthropic apscheduler asyncpg babel bcrypt beanie bleach boto3 botocore bottle bs4=beautifulsoup4 cassandra=cassandra-driver celery
click corsheaders=django-cors-headers Crypto=pycryptodome cryptography cv2=opencv-python-headless dash dateutil=python-dateutil decouple=python-decouple django_filters=django-filter docx=python-docx
dotenv=python-dotenv drf_yasg=drf-yasg elasticsearch email_validator=email-validator environ=django-environ eventlet faker falcon fastapi feedparser fitz=pymupdf flask flask_bcrypt=flask-bcrypt
flask_caching=flask-caching flask_cors=flask-cors flask_jwt_extended=flask-jwt-extended flask_limiter=flask-limiter flask_login=flask-login flask_mail=flask-mail flask_marshmallow=flask-marshmallow
flask_migrate=flask-migrate flask_restful=flask-restful flask_restx=flask-restx flask_session=flask-session flask_socketio=flask-socketio flask_sqlalchemy=flask-sqlalchemy flask_wtf=flask-wtf gevent
gradio graphene httpx influxdb_client=influxdb-client jinja2 jose=python-jose jwt=pyjwt kafka=kafka-python ldap3 loguru lxml markdown marshmallow matplotlib mongoengine motor multipart=python-multipart
mysql=mysql-connector-python MySQLdb=mysqlclient nacl=pynacl neo4j nltk numpy openai openpyxl orjson paho=paho-mqtt pandas paramiko passlib peewee phonenumbers pika PIL=pillow plotly prometheus_client=prometheus-client
psutil psycopg=psycopg[binary] psycopg2=psycopg2-binary pydantic pydantic_settings=pydantic-settings pymongo pymysql pyotp PyPDF2 pypdf pytz qrcode quart redis reportlab requests rest_framework=djangorestframework
rest_framework_simplejwt=djangorestframework-simplejwt rich rq sanic scipy sentry_sdk=sentry-sdk simplejson sklearn=scikit-learn slack_sdk=slack-sdk socketio=python-socketio sqlalchemy sqlmodel starlette streamlit
structlog stripe telebot=pyTelegramBotAPI telegram=python-telegram-bot tortoise=tortoise-orm tornado tqdm twilio typer ujson uvicorn validators waitress websockets whitenoise wtforms xlsxwriter yaml=pyyaml zmq=pyzmq
`)

// namesOf reads words of the form module=distribution, a word alone being both.
func namesOf(text string) (out []named) {
	for _, word := range strings.Fields(text) {
		module, distribution, other := strings.Cut(word, "=")
		if !other {
			distribution = module
		}
		out = append(out, named{module, distribution})
	}
	return out
}

// named is a module that is imported, and the distribution that it comes with.
type named struct{ module, distribution string }
