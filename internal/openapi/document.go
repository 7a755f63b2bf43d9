// Package openapi knows how an HTTP interface is described to machines: the parts of
// OpenAPI 3.1 that Cuecard needs, and the JSON Schema of cards and of Go types.
//
// It never knows which routes there are, nor what they do.
package openapi

// Version is the version of OpenAPI that documents are written in.
const Version = "3.1.0"

// Document is the description of an interface.
type Document struct {
	OpenAPI    string          `json:"openapi"`
	Info       Info            `json:"info"`
	Servers    []Server        `json:"servers"`
	Tags       []Tag           `json:"tags"`
	Paths      map[string]Path `json:"paths"`
	Components Components      `json:"components"`
}

// Info says what is described.
type Info struct {
	Title       string         `json:"title"`
	Version     string         `json:"version"`
	Description string         `json:"description"`
	License     map[string]any `json:"license"`
}

// Server is where the interface is found.
type Server struct {
	URL         string              `json:"url"`
	Description string              `json:"description"`
	Variables   map[string]Variable `json:"variables,omitempty"`
}

// Variable is a part of a server's address that people fill in.
type Variable struct {
	Default     string `json:"default"`
	Description string `json:"description"`
}

// Tag is a group of operations.
type Tag struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Path holds the operations at a path by method, in small letters.
type Path map[string]*Operation

// Operation is one method at one path.
type Operation struct {
	ID          string                `json:"operationId"`
	Tags        []string              `json:"tags"`
	Summary     string                `json:"summary"`
	Description string                `json:"description,omitempty"`
	Security    []map[string][]string `json:"security"`
	Parameters  []Parameter           `json:"parameters,omitempty"`
	Body        *Body                 `json:"requestBody,omitempty"`
	Responses   map[string]Response   `json:"responses"`
}

// Parameter is a part of the path or the query.
type Parameter struct {
	Name        string `json:"name"`
	In          string `json:"in"`
	Required    bool   `json:"required,omitempty"`
	Description string `json:"description"`
	Schema      Schema `json:"schema"`
}

// Body is what a request carries.
type Body struct {
	Description string           `json:"description"`
	Required    bool             `json:"required"`
	Content     map[string]Media `json:"content"`
}

// Media is content of one media type.
type Media struct {
	Schema   Schema             `json:"schema,omitempty"`
	Examples map[string]Example `json:"examples,omitempty"`
}

// Example is content as it may be sent.
type Example struct {
	Summary string `json:"summary"`
	Value   any    `json:"value"`
}

// Response is an answer of one status, or where it is described.
type Response struct {
	Ref         string           `json:"$ref,omitempty"`
	Description string           `json:"description,omitempty"`
	Headers     map[string]any   `json:"headers,omitempty"`
	Content     map[string]Media `json:"content,omitempty"`
	Links       map[string]Link  `json:"links,omitempty"`
}

// Header is a header of an answer.
type Header struct {
	Description string `json:"description"`
	Required    bool   `json:"required,omitempty"`
	Schema      Schema `json:"schema"`
}

// Link says how an answer leads to another operation.
type Link struct {
	Operation   string            `json:"operationId"`
	Description string            `json:"description"`
	Parameters  map[string]string `json:"parameters"`
}

// Components are the parts that are used in several places.
type Components struct {
	Schemas   map[string]Schema         `json:"schemas"`
	Responses map[string]Response       `json:"responses"`
	Headers   map[string]Header         `json:"headers"`
	Security  map[string]map[string]any `json:"securitySchemes"`
}
