package extract

import (
	"testing"

	"aipack/backend/detect/deployment"
	"aipack/backend/language"
	"aipack/backend/language/languagetest"
)

// What has to be set and may only be one of a list is given one of it.
func TestChosenValues(t *testing.T) {
	t.Parallel()
	const flask = "import os\nfrom flask import Flask\n\ndef create_app():\n    app = Flask(__name__)\n    app.config.from_object(os.environ['SHOP_A'])\n    return app\n"
	const class = "import { IsEnum } from 'class-validator';\nclass EnvironmentVariables {\n  @IsEnum(Keeper)\n  SHOP_A: Keeper;\n}\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"zod":                        {map[string]string{"env.ts": "const env = z.object({\n  SHOP_A: z.enum([\"disk\", \"s3\"]),\n}).parse(process.env);\n"}, "disk"},
		"zod, on several lines":      {map[string]string{"env.ts": "const env = z.object({\n  SHOP_A: z.enum([\n    'debug',\n    'info',\n  ]),\n}).parse(process.env);\n"}, "info"},
		"zod with a default":         {map[string]string{"env.ts": "const env = z.object({\n  SHOP_A: z.enum(['disk', 's3']).default('s3'),\n}).parse(process.env);\n"}, "s3"},
		"zod, optional":              {map[string]string{"env.ts": "const env = z.object({\n  SHOP_A: z.enum(['disk', 's3']).optional(),\n}).parse(process.env);\n"}, ""},
		"Joi":                        {map[string]string{"app.module.ts": "validationSchema: Joi.object({\n  SHOP_A: Joi.string().valid('development', 'production').required(),\n}),\n"}, "production"},
		"envalid":                    {map[string]string{"env.js": "const { cleanEnv, str } = require('envalid');\ncleanEnv(process.env, {\n  SHOP_A: str({ choices: ['disk', 's3'] }),\n});\n"}, "disk"},
		"class-validator":            {map[string]string{"env.validation.ts": class, "keeper.ts": "export enum Keeper {\n  DISK = 'disk',\n  S3 = 's3',\n}\n"}, "disk"},
		"an enum of numbers":         {map[string]string{"env.validation.ts": class, "keeper.ts": "export enum Keeper {\n  DISK,\n  S3,\n}\n"}, ""},
		"an enum of somebody else's": {map[string]string{"env.validation.ts": class}, ""},
		"pydantic's Literal":         {map[string]string{"config.py": "class Settings(BaseSettings):\n    shop_a: Literal[\"TEST\", \"DEV\", \"PROD\"]\n"}, "PROD"},
		"pydantic's Literal alone":   {map[string]string{"config.py": "class Settings(BaseSettings):\n    shop_a: Literal['disk', 's3'] | None = None\n"}, ""},
		"an enum of Python":          {map[string]string{"config.py": "from enum import Enum\n\nclass Mode(str, Enum):\n    DEV = \"dev\"\n    LIVE = \"live\"\n\nclass Settings(BaseSettings):\n    shop_a: Mode\n"}, "dev"},
		"a class that is no enum":    {map[string]string{"config.py": "class Mode(BaseModel):\n    dev: str = \"dev\"\n\nclass Settings(BaseSettings):\n    shop_a: Mode\n"}, ""},
		"Flask's class of settings":  {map[string]string{"config.py": "import os\n\nclass Config(object):\n    DEBUG = False\n\nclass DevelopmentConfig(Config):\n    DEBUG = True\n\nclass ProductionConfig(Config):\n    pass\n", "shop/__init__.py": flask}, "config.ProductionConfig"},
		"its only one":               {map[string]string{"shop/settings.py": "class Settings:\n    DEBUG = False\n", "shop/__init__.py": flask}, "shop.settings.Settings"},
		"a class of something else":  {map[string]string{"shop/models.py": "class ProductionLine(db.Model):\n    pass\n", "shop/__init__.py": flask}, ""},
		"any text":                   {map[string]string{"env.ts": "const env = z.object({\n  SHOP_A: z.string(),\n}).parse(process.env);\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := ""
			r := languagetest.Reader(t, c.files)
			p := &language.Project{Folder: r.Folder("."), Language: &polyglot}
			for _, v := range variables(Of(p, deployment.Survey(r, deployment.Compose(r), []string{"."}))) {
				if v.Name == "SHOP_A" {
					got = v.Default
				}
			}
			if got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
