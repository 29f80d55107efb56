// Package distribution knows the distributions of PyPI by their names: the modules that
// they bring, the Debian packages behind them, the Pythons that their releases can be
// had for. It reads nothing of a project.
package distribution

import "strings"

// Modules are those that programs without a manifest import as a rule, and the
// distribution of PyPI that each comes from.
var Modules = namesOf(`
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
func namesOf(text string) (out []Module) {
	for _, word := range strings.Fields(text) {
		module, distribution, other := strings.Cut(word, "=")
		if !other {
			distribution = module
		}
		out = append(out, Module{module, distribution})
	}
	return out
}

// Module is one that is imported, and the distribution that it comes with.
type Module struct{ Name, Distribution string }
