package extract

import (
	"cmp"
	"strings"

	"aipack/backend/detect/handed"
	"aipack/backend/detect/source"
	"aipack/backend/language"
)

// What schemas call the type of a value: the annotations of pydantic
// (https://docs.pydantic.dev/latest/api/types/, /api/networks/), of Go's structures,
// class-validator's decorators, and the calls of zod, Joi, yup, envalid, Valibot, TypeBox
// and AdonisJS.
var schemaTypes = []struct {
	says language.Pattern
	is   string
}{
	{`\b(?:PositiveInt|NonNegativeInt|StrictInt|conint|u?int\d*)\b|(?:coerce\.|[.\w]\b)number\(|\bnum\(|\bport\(|\.(?:int|integer|port)\(|\bType\.(?:Number|Integer)\(|transform\((?:Number|parseInt)\b|@Is(?:Number|Int|Port|NumberString)\(`, "integer"},
	{`\b(?:PositiveFloat|NonNegativeFloat|StrictFloat|Decimal|float\d*)\b`, "number"},
	{`\b(?:StrictBool|bool)\b|\bboolean\(|\bbool\(|\bType\.Boolean\(|@IsBoolean\(`, "boolean"},
	{`\b(?:HttpUrl|AnyUrl|AnyHttpUrl)\b|\burl\.URL\b|\.(?:url|uri|httpUrl)\(|^url\(|@IsUrl\(`, "url"},
	{`\b(?:EmailStr|NameEmail)\b|\.email\(|^email\(|@IsEmail\(`, "email"},
	{`\btime\.Duration\b`, "duration"},
}

// typeIn gives the type that a schema names, "" for any text.
func typeIn(schema string) string {
	for _, t := range schemaTypes {
		if t.says.Matches(schema) {
			return t.is
		}
	}
	return ""
}

// fieldType is the type of a structure's field before its tag, where it has one.
const fieldType language.Pattern = `^\s*\w+\s+\*?([\w.]+)\s*(?:\x60|//|$)`

// typedBy notes the type of the field whose tag or name is a variable's.
func (v *envEntry) typedBy(h source.Hit) {
	if m := fieldType.Regexp().FindStringSubmatch(h.Text); m != nil {
		v.reads = cmp.Or(v.reads, typeIn(m[1]))
	}
}

// readings are the calls that make a value of the text of a variable, and refuse any
// other text or count on with what is no number.
var readings = []handed.Maker{
	{Call: `\bstrconv\.(?:Atoi|ParseInt|ParseUint)\(\s*`, Form: "integer"},
	{Call: `\b(?:int|parseInt|Number|Integer|Integer\.(?:parseInt|valueOf)|Long\.parseLong|int\.Parse|Convert\.ToInt32)\(\s*`, Form: "integer"},
	{Call: `\b(?:strconv\.ParseFloat|float|parseFloat|Double\.parseDouble)\(\s*`, Form: "number"},
	{Call: `\b(?:strconv\.ParseBool|strtobool|Boolean\.parseBoolean|bool\.Parse)\(\s*`, Form: "boolean"},
	{Call: `\btime\.ParseDuration\(\s*`, Form: "duration"},
	{Call: `\bnew\s+URL\(\s*`, Form: "url"},
	{Call: `\bcreate_?[cC]lient\(\s*`, Form: "url"},                // Supabase's
	{Call: `\bAllowOrigins\s*[:=]\s*\[\]string\{\s*`, Form: "url"}, // Gin's CORS
}

// typedRead is a call whose name or argument says the type: environs' and
// django-environ's env.int("A"), decouple's config("A", cast=int).
const typedRead language.Pattern = `\benv\.(int|float|bool|url)\(\s*["'](\w+)["']|\b(?:config|env)\(\s*["'](\w+)["'][^)\n]{0,60}\bcast\s*=\s*(int|float|bool)\b`

// Types gives what the program reads some variables as, where that is not any text:
// integer, number, boolean, url, email or duration (as Go writes it).
func (f *Facts) Types(asked []string) map[string]string {
	if len(asked) == 0 {
		return nil
	}
	out := handed.Made(f.Sources.Set, readings, asked)
	for _, h := range f.Sources.GrepIn(".py", typedRead) {
		out[h.Groups[2]+h.Groups[3]] = typeIn(strings.Replace(h.Groups[1]+h.Groups[4], "url", "AnyUrl", 1))
	}
	for name, v := range f.variables().at {
		if v.reads != "" {
			out[name] = v.reads
		}
	}
	return out
}
