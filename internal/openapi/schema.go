package openapi

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"
)

// Schema is a JSON Schema.
type Schema map[string]any

// Ref is the schema of that name among the components.
func Ref(name string) Schema { return Schema{"$ref": "#/components/schemas/" + name} }

// OneOf is text that is one of some words.
func OneOf[T ~string](words ...T) Schema { return Schema{"type": "string", "enum": words} }

// Object is an object that has exactly these fields.
func Object(fields map[string]Schema, optional ...string) Schema {
	required := []string{}
	for name := range fields {
		if !slices.Contains(optional, name) {
			required = append(required, name)
		}
	}
	slices.Sort(required)
	return Schema{"type": "object", "properties": fields, "required": required}
}

// Types makes schemas of Go types, by what encoding/json makes of their values.
type Types struct {
	Known map[reflect.Type]Schema // that a type's Go code does not tell
	Named map[reflect.Type]string // to be components
	Into  map[string]Schema       // the components
}

// Of is the schema of a type.
func (t Types) Of(from reflect.Type) Schema {
	if schema, ok := t.Known[from]; ok {
		return schema
	}
	if name, ok := t.Named[from]; ok {
		if _, done := t.Into[name]; !done {
			t.Into[name] = t.object(from)
		}
		return Ref(name)
	}
	switch kind := from.Kind(); {
	case from == reflect.TypeFor[time.Time]():
		return Schema{"type": "string", "format": "date-time"}
	case kind == reflect.Pointer:
		return Schema{"anyOf": []Schema{t.Of(from.Elem()), {"type": "null"}}}
	case kind == reflect.Slice:
		return Schema{"type": "array", "items": t.Of(from.Elem())}
	case kind == reflect.Struct:
		return t.object(from)
	case kind == reflect.String, from.Implements(reflect.TypeFor[encoding.TextMarshaler]()):
		return Schema{"type": "string"}
	case kind == reflect.Bool:
		return Schema{"type": "boolean"}
	case kind >= reflect.Int && kind <= reflect.Uint64:
		return Schema{"type": "integer"}
	case kind == reflect.Float64:
		return Schema{"type": "number"}
	default:
		panic(fmt.Sprintf("%v has no schema", from))
	}
}

func (t Types) object(from reflect.Type) Schema {
	fields := map[string]Schema{}
	t.collect(from, fields)
	return Object(fields)
}

// collect takes the fields of a struct, those of embedded ones as its own.
func (t Types) collect(from reflect.Type, fields map[string]Schema) {
	if from.Kind() == reflect.Pointer {
		from = from.Elem()
	}
	for field := range from.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || !field.IsExported():
		case field.Anonymous && name == "":
			t.collect(field.Type, fields)
		default:
			fields[name] = t.Of(field.Type)
		}
	}
}
