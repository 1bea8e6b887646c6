// Package openapi carries the OpenAPI document generated from the contracts.
package openapi

import _ "embed" // the document

// Document is the merged document of all contracts, as JSON. The gateway adds
// to it what the generator does not know.
//
//go:embed kydai.openapi.json
var Document []byte
