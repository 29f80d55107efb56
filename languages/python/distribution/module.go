// Package distribution knows the distributions of PyPI by their names: the modules that
// they bring, the Debian packages behind them, the Pythons that their releases can be
// had for. It reads nothing of a project.
package distribution

import (
	"strings"
	"sync"
)

// Modules are those that programs without a manifest import as a rule, and the
// distribution of PyPI that each comes from, by what its project documents there.
var Modules = sync.OnceValue(func() map[string]string { return namesOf(modules) })

const modules = `
aio_pika=aio-pika aiocache aiofiles aiogram aiohttp aiohttp_jinja2=aiohttp-jinja2 aiokafka aiomysql aiosqlite alembic allauth=django-allauth altair anthropic
apscheduler argon2=argon2-cffi ariadne arrow asgiref async_timeout=async-timeout asyncpg attr=attrs attrs authlib babel backoff bcrypt beanie bleach bokeh
boto3 botocore bottle braintree bs4=beautifulsoup4 bson=pymongo cachetools cassandra=cassandra-driver cattrs celery cerberus certifi channels
channels_redis=channels-redis chardet chromadb ckeditor=django-ckeditor click colorama confluent_kafka=confluent-kafka corsheaders=django-cors-headers
crispy_bootstrap4=crispy-bootstrap4 crispy_bootstrap5=crispy-bootstrap5 crispy_forms=django-crispy-forms croniter Crypto=pycryptodome Cryptodome=pycryptodomex
cryptography cv2=opencv-python-headless dacite dash databases dateutil=python-dateutil debug_toolbar=django-debug-toolbar decouple=python-decouple deepdiff
discord=discord.py django_celery_beat=django-celery-beat django_celery_results=django-celery-results mail_templated=django-mail-templated
dj_database_url=dj-database-url dj_rest_auth=dj-rest-auth django_extensions=django-extensions django_filters=django-filter
django_redis=django-redis django_tables2=django-tables2 djoser dns=dnspython docker docopt docx=python-docx docx2txt dotenv=python-dotenv dramatiq
drf_spectacular=drf-spectacular drf_yasg=drf-yasg dynaconf ecdsa elasticsearch elasticsearch_dsl=elasticsearch-dsl email_validator=email-validator emoji
environ=django-environ environs eth_account=eth-account eventlet faiss=faiss-cpu faker fakeredis falcon fastapi fastapi_mail=fastapi-mail
fastapi_pagination=fastapi-pagination fastapi_users=fastapi-users feedparser filelock fire firebase_admin=firebase-admin fitz=pymupdf flasgger flask
flask_admin=flask-admin flask_apscheduler=flask-apscheduler flask_babel=flask-babel flask_bcrypt=flask-bcrypt flask_caching=flask-caching
flask_compress=flask-compress flask_cors=flask-cors flask_httpauth=flask-httpauth flask_jwt_extended=flask-jwt-extended flask_limiter=flask-limiter
flask_login=flask-login flask_mail=flask-mail flask_marshmallow=flask-marshmallow flask_migrate=flask-migrate flask_moment=flask-moment
flask_mysqldb=flask-mysqldb flask_pymongo=flask-pymongo flask_redis=flask-redis flask_restful=flask-restful flask_restx=flask-restx
flask_session=flask-session flask_smorest=flask-smorest flask_sock=flask-sock flask_socketio=flask-socketio flask_sqlalchemy=flask-sqlalchemy
flask_swagger_ui=flask-swagger-ui flask_talisman=flask-talisman flask_wtf=flask-wtf folium fpdf=fpdf2 frontmatter=python-frontmatter fuzzywuzzy geoalchemy2
geopy gevent git=gitpython github=pygithub google_auth_oauthlib=google-auth-oauthlib googleapiclient=google-api-python-client gradio graphene
graphene_django=graphene-django gridfs=pymongo groq grpc=grpcio gspread gtts guardian=django-guardian httplib2 httpx huey humanize hvac imageio
import_export=django-import-export inflection influxdb_client=influxdb-client itsdangerous jinja2 jmespath joblib jose=python-jose jsonschema jwcrypto
jwt=pyjwt kafka=kafka-python langchain langchain_community=langchain-community langchain_core=langchain-core langchain_openai=langchain-openai langdetect
ldap3 Levenshtein=levenshtein llama_index=llama-index loguru lxml magic=python-magic mako mangum markdown markdown2 marshmallow matplotlib meilisearch
memcache=python-memcached minio mistune mongoengine more_itertools=more-itertools motor mptt=django-mptt msgpack multipart=python-multipart mutagen
mysql=mysql-connector-python MySQLdb=mysqlclient nacl=pynacl nats=nats-py neo4j networkx ninja=django-ninja nltk num2words numpy
oauth2_provider=django-oauth-toolkit oauth2client oauthlib ollama openai openpyxl opensearchpy=opensearch-py OpenSSL=pyopenssl oracledb orjson paho=paho-mqtt
pandas paramiko passlib pdfkit pdfplumber peewee pendulum pgvector phonenumber_field=django-phonenumber-field phonenumbers pika pikepdf PIL=pillow
playhouse=peewee plotly pptx=python-pptx prettytable prometheus_client=prometheus-client prometheus_fastapi_instrumentator=prometheus-fastapi-instrumentator
psutil psycopg=psycopg[binary] psycopg2=psycopg2-binary pycountry pydantic pydantic_settings=pydantic-settings pygments pymemcache pymongo pymssql pymysql
pyodbc pyotp pypdf PyPDF2 pypinyin pytesseract pythonjsonlogger=python-json-logger pytz qdrant_client=qdrant-client qrcode quart rapidfuzz razorpay redis
redis_om=redis-om regex reportlab requests requests_cache=requests-cache requests_oauthlib=requests-oauthlib requests_toolbelt=requests-toolbelt
rest_framework=djangorestframework rest_framework_simplejwt=djangorestframework-simplejwt rich rq sanic schedule scipy seaborn sendgrid
sentence_transformers=sentence-transformers sentry_sdk=sentry-sdk serial=pyserial shapely shortuuid simplejson skimage=scikit-image sklearn=scikit-learn
slack_sdk=slack-sdk slowapi slugify=python-slugify smart_open=smart-open social_django=social-auth-app-django socketio=python-socketio socks=pysocks spacy
speech_recognition=SpeechRecognition spotipy sqlalchemy sqlalchemy_utils=sqlalchemy-utils sqlmodel sse_starlette=sse-starlette starlette
starlette_context=starlette-context statsmodels stomp=stomp.py storages=django-storages strawberry=strawberry-graphql streamlit stripe structlog supabase
sympy tabulate taggit=django-taggit telebot=pyTelegramBotAPI telegram=python-telegram-bot tenacity termcolor textblob tiktoken tinydb tinymce=django-tinymce
toml tomli tomlkit torch torchvision tornado tortoise=tortoise-orm tqdm transformers tweepy twilio typer ujson unidecode urllib3 usb=pyusb uvicorn validators
waitress weasyprint weaviate=weaviate-client web3 webargs websocket=websocket-client websockets werkzeug whitenoise widget_tweaks=django-widget-tweaks
wikipedia wordcloud wtforms xgboost xhtml2pdf xlrd xlsxwriter xlwt xmltodict yaml=pyyaml yfinance yt_dlp=yt-dlp zeep zmq=pyzmq
`

// namesOf reads words of the form module=distribution, a word alone being both.
func namesOf(text string) map[string]string {
	out := map[string]string{}
	for _, word := range strings.Fields(text) {
		module, distribution, other := strings.Cut(word, "=")
		if !other {
			distribution = module
		}
		out[module] = distribution
	}
	return out
}
