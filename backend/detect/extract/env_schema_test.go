package extract

import (
	"strings"
	"testing"
)

func TestSchemas(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ file, text, want string }{
		"t3-env": {"env.ts", `export const env = createEnv({
  server: {
    SHOP_URL: z.string().url(),
    SHOP_MODE: z.enum(["a", "b"]).default("a"),
    SHOP_HOOK: z.string().optional(),
    SHOP_SIGN:
      process.env.NODE_ENV === "production"
        ? z.string()
        : z.string().optional(),
    SHOP_KEY: z
      .string()
      .min(1),
    SHOP_FLAG: z.coerce.boolean(),
    SHOP_NOTE: z.string().nullable(),
  },
  runtimeEnv: { SHOP_URL: process.env.SHOP_URL },
});
`, "SHOP_KEY SHOP_NOTE SHOP_SIGN SHOP_URL"},
		"zod on one line":              {"env.ts", `const env = z.object({ SHOP_A: z.string().default("x, y"), SHOP_B: z.string(), SHOP_C: z.string().optional() }).parse(process.env);`, "SHOP_B"},
		"a schema with its own name":   {"env.ts", "const ZUrl = z.string().url();\nconst ZMaybe = z.string().optional();\nconst env = z.object({\n  SHOP_A: ZUrl,\n  SHOP_B: ZUrl.optional(),\n  SHOP_C: ZMaybe,\n}).parse(process.env);\n", "SHOP_A"},
		"no schema of the environment": {"model.ts", "const order = z.object({\n  SHOP_A: z.string(),\n});\n", ""},
		"envalid":                      {"env.js", "const { cleanEnv, str, port } = require('envalid');\ncleanEnv(process.env, {\n  SHOP_A: str(),\n  SHOP_B: port({ default: 3000 }),\n  SHOP_C: str({ devDefault: 'x' }),\n});\n", "SHOP_A SHOP_C"},
		"Joi":                          {"app.module.ts", "validationSchema: Joi.object({\n  SHOP_A: Joi.string().required(),\n  SHOP_B: Joi.string(),\n  SHOP_C: Joi.number()\n    .default(3)\n    .description('c'),\n}),\n", "SHOP_A"},
		"class-validator": {"env.validation.ts", `import { IsString, IsOptional } from 'class-validator';
class EnvironmentVariables {
  @IsString()
  SHOP_A: string;

  @IsOptional()
  @IsString()
  SHOP_B: string;

  @IsNotEmpty()
  public SHOP_C = environment.SHOP_C ?? "";

  @IsNumber()
  public SHOP_D =
    toNumber(environment.SHOP_D) ??
    30;

  @ValidateIf((e) => e.SHOP_A === 'x')
  @IsString()
  SHOP_E: string;

  @ValidateIf((e) => !e.SHOP_A)
  @IsString()
  SHOP_F: string;

  @IsString()
  @OnlyBeside("SHOP_A")
  SHOP_G: string;

  @IsIn(["LEFT", "RIGHT"])
  SHOP_H: string;

  @IsNotEmpty()
  public SHOP_I = (
    environment.SHOP_I ??
    (environment.SHOP_B
      ? environment.SHOP_B
      : "")
  ).replace("/", "");

  @IsNotEmpty()
  public SHOP_J = environment.SHOP_J ?? (environment.SHOP_B ? "b" : "c");
}
`, "SHOP_A SHOP_C SHOP_F SHOP_H SHOP_I"},
		"JSON Schema":        {"env.js", "const schema = {\n  type: 'object',\n  required: ['SHOP_A', 'SHOP_B'],\n  properties: {\n    SHOP_A: { type: 'string' },\n    SHOP_B: { type: 'number', default: 3 },\n  },\n}\nfastify.register(require('@fastify/env'), { schema })\n", "SHOP_A"},
		"a table of options": {"options.js", "const c = convict({\n  a: { format: String, default: '', env: 'SHOP_A' },\n  b: { env: 'SHOP_B', help: 'b', required: true },\n  g: { env: 'SHOP_G', help: 'g' },\n})\nconst g = {\n  x: { env: 'SHOP_G_X', required: true },\n}\n", "SHOP_B"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(needed(t, map[string]string{c.file: c.text}), " "); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestSettingsClasses(t *testing.T) {
	t.Parallel()
	text := `class Base(
    BaseSettings,
    env_file=(".env", ".env.local"),
):
    """Doc."""


class Shop(Base, env_prefix="shop_"):
    region: str
    origins: Annotated[
        list[str], Validator(parse)
    ] = []
    key: SecretStr = Field(..., alias="KEY_OF_SHOP")
    level: str = "info"
    hook: str | None = None

    def x(self):
        local: int


class Other(Model):
    name: str
`
	if got := strings.Join(needed(t, map[string]string{"settings.py": text}), " "); got != "KEY_OF_SHOP SHOP_REGION" {
		t.Errorf("%q", got)
	}
}
