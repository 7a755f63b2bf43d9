package openapi

import (
	"fmt"

	"cuecard.app/internal/card"
)

// Nothing is the name of the schema of what counts as absent in an optional field.
const Nothing = "Nothing"

// Patterns are written for every dialect: no \s, no \d, which differ.
const (
	space     = `\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`
	blank     = `^[` + space + `]*$`
	saying    = `[^` + space + `]`
	noSlash   = `^[^/]*$`
	hexColour = `^#?([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$`

	hex4 = `[0-9A-Fa-f]{1,4}`
	// ipv6 has no more than one group behind its "::", as the addresses of devices have.
	ipv6 = `\[(` + hex4 + `(:` + hex4 + `){7}|(` + hex4 + `(:` + hex4 + `){0,5})?::(` + hex4 + `)?)\]`
	name = `[-A-Za-z0-9_.~!$&'()*+,;=\u0080-\uffff]+`
	user = `([-A-Za-z0-9_.~!$&'()*+,;=:]*@)?`
	// A control character is nowhere, a percent sign begins an escape everywhere but in the query.
	plain = `([^\u0000-\u001f\u007f%#?]|%[0-9A-Fa-f]{2})*`
	link  = `^[Hh][Tt][Tt][Pp][Ss]?://` + user + `(` + name + `|` + ipv6 + `)(:[0-9]*)?` +
		`(/` + plain + `)?(\?[^\u0000-\u001f\u007f#]*)?(#([^\u0000-\u001f\u007f%]|%[0-9A-Fa-f]{2})*)?$`
)

// WrittenColour is how the service writes colours.
const WrittenColour = `^#([0-9A-F]{6}|[0-9A-F]{8})$`

// CardSchemas are the schemas of what is sent for a card: the card and what counts as
// absent in it. About says in words what each field is for.
func CardSchemas(about map[string]string) (sent, nothing Schema) {
	var (
		required []string
		waived   = map[string]Schema{}
		fields   = map[string]Schema{}
	)
	for _, field := range card.Fields() {
		schema := ofRule(field.Rule)
		if field.Rule.Required {
			required = append(required, field.Name)
		}
		if field.Rule.Waived {
			waived[field.Name] = schema
			schema = orNothing(Schema{"type": "number"})
		}
		described := Schema{"description": fmt.Sprintf("%s Must be %s.", about[field.Name], field.Must())}
		for key, value := range schema {
			described[key] = value
		}
		fields[field.Name] = described
	}
	sent = Schema{"type": "object", "properties": fields, "required": required,
		"if":   Schema{"properties": map[string]Schema{"persistent": {"const": true}}, "required": []string{"persistent"}},
		"else": Schema{"properties": waived}}
	nothing = Schema{"description": "null or blank text. In an optional field it counts as absent.",
		"anyOf": []Schema{{"type": "null"}, {"type": "string", "pattern": blank}}}
	return sent, nothing
}

func ofRule(rule card.Rule) Schema {
	choices := []Schema{}
	switch rule.Shape {
	case card.AnyText:
		choices = append(choices, Schema{"type": "string"})
	case card.Identifier:
		choices = append(choices, Schema{"type": "string", "maxLength": rule.Characters, "pattern": noSlash})
	case card.Link:
		choices = append(choices, Schema{"type": "string", "pattern": link})
	case card.Hex:
		choices = append(choices, Schema{"type": "string", "pattern": hexColour})
	case card.Numeric:
		choices = append(choices, Schema{"type": "number", "minimum": rule.From, "maximum": rule.UpTo})
	case card.Flag:
		choices = append(choices, Schema{"type": "boolean"})
	}
	if len(rule.Words) > 0 {
		choices = append(choices, OneOf(rule.Words...))
	}
	if rule.Required {
		choices[0]["pattern"] = saying
		return choices[0]
	}
	return orNothing(choices...)
}

func orNothing(choices ...Schema) Schema {
	return Schema{"anyOf": append(choices, Ref(Nothing))}
}
