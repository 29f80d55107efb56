package handed

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestParts: what stands at a place of an address is that part of it, whatever the
// variable is called.
func TestParts(t *testing.T) {
	t.Parallel()
	const conf = "import os\nUSER = os.getenv('USER')\nPW = os.getenv('SHOP_PASS')\nSERVER = os.getenv('SERVER')\nPORT = os.getenv('PORT')\nDB = os.getenv('DB')\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"names of another module": {map[string]string{"config.py": conf, "db.py": "from config import *\nURL = f\"mysql+pymysql://{USER}:{PW}@{SERVER}:{PORT}/{DB}\"\n"},
			"DB=mysql.database PORT=mysql.port SERVER=mysql.host SHOP_PASS=mysql.password USER=mysql.user"},
		"read where they stand":        {map[string]string{"db.py": "import os\nURL = f\"mysql://shop:{os.getenv('SECRET')}@{os.getenv('WHERE')}/shop\"\n"}, "SECRET=mysql.password WHERE=mysql.host"},
		"without an account":           {map[string]string{"db.py": "import os\nH = os.getenv('CACHE')\nURL = f'redis://{H}:6379/0'\n"}, "CACHE=redis.host"},
		"a page's address":             {map[string]string{"db.py": "import os\nH = os.getenv('SHOP')\nURL = f'https://{H}:443/x'\n"}, ""},
		"a service that is not beside": {map[string]string{"db.py": "import os\nH = os.getenv('SHOP')\nURL = f'postgresql://{H}/x'\n"}, ""},
		"two parts at once":            {map[string]string{"db.py": "import os\nX = os.getenv('SHOP')\nURL = f'mysql://{X}:{X}@db/x'\n"}, ""},
		"nothing is read":              {map[string]string{"db.py": "H = 'db'\nURL = f'mysql://{H}/x'\n"}, ""},
	} {
		var got []string
		found := Parts(sources(t, &python, c.files), []string{"mysql", "redis"})
		for _, v := range slices.Sorted(maps.Keys(found)) {
			got = append(got, v+"="+found[v].Store+"."+found[v].Field)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	held := "const c = { db: { where: process.env.WHERE } };\nconst url = `mysql://root@${c.db.where}/x`;\n"
	if found := Parts(sources(t, &javascript, map[string]string{"db.js": held}), []string{"mysql"}); found["WHERE"].Field != "host" {
		t.Errorf("a field: %v", found)
	}
	script := "const where = process.env.WHERE;\nconst url = `mysql://${process.env.WHO}:${process.env.WORD}@${where}:${process.env.AT}/${process.env.WHICH}`;\n"
	found := Parts(sources(t, &javascript, map[string]string{"db.js": script}), []string{"mysql"})
	if len(found) != 5 || found["WHERE"].Field != "host" || found["WHICH"].Field != "database" {
		t.Errorf("%v", found)
	}
}
