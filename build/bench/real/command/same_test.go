package command

import "testing"

func TestSame(t *testing.T) {
	scripts := map[string]string{
		"start": "node dist/main.js", "start:prod": "npm run build && NODE_ENV=production node ./dist/main", "serve": "next start -p 3000",
		"round": "npm run round", "other": "node worker.js", "api": "cd packages/api && node index.js",
	}
	at := Place{Service: ".", Scripts: func(name string) string { return scripts[name] }}
	for _, c := range []struct {
		label  string
		answer []string
		same   bool
	}{
		// shells, starters, variables and folders are only around the program
		{"node index.js", []string{"exec node ./index.js"}, true},
		{"node server.js", []string{"/usr/bin/tini", "--", "node", "/app/server.js"}, true},
		{"node server.js", []string{"sh", "-c", "exec node server.js --port ${PORT:-3000}"}, true},
		{"NODE_ENV=production node server.js", []string{"cross-env", "NODE_ENV=production", "node", "server.js"}, true},
		{"cd server && node index.js", []string{"node", "server/index.js"}, true},
		{"node --max-old-space-size=512 server.js", []string{"node", "server.js"}, true},
		{"node -r dotenv/config src/index.js", []string{"node", "src"}, true},
		{"node server.js", []string{"node", "worker.js"}, false},
		{"node dist/apps/alpha/main.js", []string{"node", "dist/main.js"}, false},
		{"node index.js", []string{}, false},
		{"", []string{"node", "index.js"}, false},
		// scripts of package managers
		{"npm run start", []string{"npm", "start"}, true},
		{"npm start", []string{"yarn", "start"}, true},
		{"npm start", []string{"node", "dist/main.js"}, true},
		{"npm run start:prod", []string{"node", "dist/main"}, true},
		{"pnpm --filter web serve", []string{"npx", "next", "start"}, true},
		{"yarn workspace api start", []string{"yarn", "start"}, true},
		{"npm run round", []string{"node", "dist/main.js"}, false},
		{"npm start", []string{"npm", "run", "other"}, false},
		{"npm run nothing", []string{"node", "dist/main.js"}, false},
		{"npm run api", []string{"node", "packages/api/index.js"}, true},
		{"bun index.ts", []string{"bun", "run", "index.ts"}, true},
		{"next start", []string{"next", "dev"}, false},
		{"npx prisma migrate deploy", []string{"pnpm prisma migrate deploy"}, true},
		{"npx prisma migrate deploy", []string{"yarn", "prisma", "db", "push"}, false},
		// Python
		{"python3 app.py", []string{"python", "app.py"}, true},
		{"python main.py", []string{"uv", "run", "python", "main.py"}, true},
		{"python main.py", []string{"python", "app.py"}, false},
		{"python main.py", []string{"uvicorn", "main:app", "--host", "0.0.0.0", "--port", "8000"}, true},
		{"gunicorn -k uvicorn.workers.UvicornWorker -b 0.0.0.0:8000 app.main:app", []string{"uvicorn", "app.main:app"}, true},
		{"uvicorn app.main:app --loop uvloop --log-level info", []string{"fastapi", "run", "app/main.py"}, true},
		{"uvicorn app.main:app", []string{"uvicorn", "app.other:app"}, false},
		{"gunicorn --bind 0.0.0.0:${PORT:-8000} main:app", []string{"gunicorn", "main:app", "-b", "0.0.0.0:$PORT"}, true},
		{"gunicorn 'app:create_app()'", []string{"gunicorn", "app:create_app()"}, true},
		{"gunicorn garden.wsgi", []string{"gunicorn", "other.wsgi"}, false},
		{"python manage.py migrate && gunicorn shop.wsgi", []string{"gunicorn", "shop.wsgi:application", "--bind", "0.0.0.0:8000"}, true},
		{"python manage.py runserver 0.0.0.0:8000", []string{"gunicorn", "shop.wsgi:application"}, true},
		{"python manage.py runserver", []string{"python", "manage.py", "migrate"}, false},
		{"gunicorn shop.wsgi", []string{"daphne", "shop.asgi:application"}, false},
		{"python -m isso", []string{"isso"}, true},
		{"python -m radicale", []string{"python", "radicale/__main__.py"}, true},
		{"mlflow server", []string{"mlflow", "ui"}, false},
		{"flask run", []string{"gunicorn", "app:app"}, true},
		{"flask --app web run", []string{"gunicorn", "other:app"}, false},
		{"flask db upgrade", []string{"flask", "--app", "web:app", "db", "upgrade"}, true},
		{"flask db upgrade", []string{"flask", "run"}, false},
		{"streamlit run app.py", []string{"python", "-m", "streamlit", "run", "app.py"}, true},
		{"celery -A shop worker", []string{"gunicorn", "shop.wsgi"}, false},
		// Go, Rust and what else is one binary
		{"./bin/lunar", []string{"/usr/local/bin/lunar"}, true},
		{"./bin/lunar", []string{"/app/other"}, false},
		{"ntfy serve", []string{"ntfy"}, false},
		{"ntfy serve", []string{"./ntfy", "serve", "--listen-http", ":80"}, true},
		{"./server --config x.yml", []string{"/usr/local/bin/lunar"}, true},
		{"./server migrate", []string{"/usr/local/bin/lunar"}, false},
		{"gatus", []string{"./app"}, true},
		// Java
		{"java $JAVA_OPTS -jar target/*.jar", []string{"java", "-jar", "target/demo-0.0.1.jar"}, true},
		{"java -jar $(ls -1 build/libs/*jar | grep -v plain)", []string{"java", "-jar", "shop.jar"}, true},
		{"java -jar target/shop-1.2.3-SNAPSHOT.jar", []string{"java", "-jar", "app.jar"}, true},
		{"java -jar target/shop-1.2.3.jar", []string{"java", "-jar", "target/shop.jar"}, true},
		{"java -jar shop.jar", []string{"java", "-jar", "tools.jar"}, false},
		{"java -cp 'lib/*' com.x.Main", []string{"java", "-cp", "lib/*", "com.x.Other"}, false},
		{"java -cp 'lib/*' com.x.Main", []string{"java", "-jar", "app.jar"}, true},
		// what cannot be read is compared word by word
		{"node 'unclosed", []string{"node", "'unclosed"}, true},
	} {
		if got := Same(c.label, at, c.answer, at); got != c.same {
			t.Errorf("%q and %q: %v, want %v (%q %q, %q %q)", c.label, c.answer, got, c.same,
				parse(c.label), follow(parse(c.label), at.Scripts).essence("."), words(c.answer), words(c.answer).essence("."))
		}
	}
}

// TestSameInServices: a label speaks of the repository or of the service, and
// so may the answer.
func TestSameInServices(t *testing.T) {
	api := Place{Service: "packages/api"}
	for _, c := range []struct {
		label, answer string
		same          bool
	}{
		{"node packages/api/dist/index.js", "node dist/index.js", true},
		{"node dist/index.js", "node packages/api/dist/index.js", true},
		{"node dist/index.js", "node packages/web/dist/index.js", false},
		{"cd packages/api && uvicorn app.main:app", "uvicorn app.main:app", true},
		{"uvicorn --app-dir src app.main:app", "uvicorn src.app.main:app", true},
	} {
		if got := Same(c.label, api, []string{c.answer}, api); got != c.same {
			t.Errorf("%q and %q: %v, want %v", c.label, c.answer, got, c.same)
		}
	}
}

// TestRuns: a release line may do more than the label says.
func TestRuns(t *testing.T) {
	at := Place{Service: ".", Scripts: func(name string) string { return map[string]string{"migrate": "knex migrate:latest"}[name] }}
	for _, c := range []struct {
		label, text string
		runs        bool
	}{
		{"npm run migrate", "echo '' > .env && npm run migrate && npm run seed", true},
		{"npx knex migrate:latest", "sh -c 'sleep 1; npm run migrate'", true},
		{"npx knex migrate:latest", "npm run seed && echo migrate:latest", false},
		{"npm run migrate", "", false},
		{"./lists --install --yes", "./lists --install --idempotent && exec ./lists", true},
		{"./lists --install --yes", "exec ./lists", false},
		{"migrate -database $DSN -path ./migrations up", "migrate -path=./migrations -database=$DSN up", true},
	} {
		if got := Runs(c.label, at, c.text, at); got != c.runs {
			t.Errorf("%q in %q: %v, want %v", c.label, c.text, got, c.runs)
		}
	}
}
