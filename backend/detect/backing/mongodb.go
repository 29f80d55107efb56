package backing

var mongodb = Service{
	ID: MongoDB, Title: "MongoDB",
	Image:  "mongo:8.0",
	Volume: "/data/db", Initial: initialFolder,
	Health:   []string{"CMD", "mongosh", "--quiet", "--eval", "db.adminCommand('ping')"},
	Database: "app",
	Port:     27017, Scheme: "mongodb",

	Main:        true,
	Images:      []string{"mongo", "mongodb", "mongodb-community-server"},
	Schemes:     []string{"mongodb", "mongodb+srv"},
	Dialects:    []string{"mongodb", "mongo"},
	Addons:      []string{"mongo"},
	Words:       []string{"mongo", "mongodb", "mongolab", "mongohq"},
	Addresses:   []string{"mongodb://", ":27017"},
	Hosts:       []string{"mongo"},
	Names:       []string{"mongodb", "mongo", "mongoose"},
	ToolNames:   []ToolName{{"typeorm", "mongodb"}, {"laravel", "mongodb"}},
	Unreachable: `Mongo\w*ServerSelection(?:Timeout)?Error|MongoTimeoutException|No suitable servers found \(\x60serverSelectionTryOnce`,
	Drivers: []string{
		"mongodb", "mongoose", "@nestjs/mongoose", "@typegoose/typegoose", "monk", "mongojs", "connect-mongo", "@fastify/mongodb",
		"@mikro-orm/mongodb", "papr",
		"pymongo", "motor", "mongoengine", "flask-pymongo", "Flask-PyMongo", "flask-mongoengine", "beanie", "djongo", "odmantic", "umongo",
		"mongo", "mongoid", "MongoDB.Driver", "MongoDB.EntityFrameworkCore", "Aspire.MongoDB*",
		"org.mongodb:*", "org.springframework.boot:spring-boot-starter-data-mongodb*", "io.quarkus:quarkus-mongodb*", "dev.morphia.morphia:*",
		"org.litote.kmongo:*",
		"go.mongodb.org/mongo-driver*", "gopkg.in/mgo.v2", "github.com/globalsign/mgo", "github.com/upper/db/v4/adapter/mongo",
		"github.com/golang-migrate/migrate/v4/database/mongodb", "mongodb_driver", "mongodb_ecto", "ext-mongodb",
		"mongodb/mongodb", "mongodb/laravel-mongodb", "jenssegers/mongodb",
	},
	Clients: []Client{
		{Before: `\b(?:Async)?(?:MongoClient|IOMotorClient)\(\s*(?:host\s*=\s*)?`},
		{Before: `\bmongoose\.(?:connect|createConnection)\(\s*`},
		{Before: `\.ApplyURI\(\s*`},
		{Before: `\bClient::with_uri_str\(\s*&?(?:std::)?`},
	},
}
