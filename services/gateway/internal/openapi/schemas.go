package openapi

import (
	"maps"
	"slices"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

func protoName(name string) protoreflect.Name { return protoreflect.Name(name) }

// finishSchemas gives the contracts' messages their limits, and says where null
// stands for nothing.
func (b *builder) finishSchemas() {
	delete(b.schemas, "google.rpc.Status")
	for name := range b.schemas {
		found, err := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName(name))
		if err != nil {
			continue // not a message of a contract
		}
		schema := at(b.schemas, name)
		schema["description"] = text(schema["description"])
		delete(schema, "oneOf") // that at most one is given is said by each description
		properties := at(schema, "properties")
		for field := range properties {
			b.finishProperty(at(properties, field), found.Descriptor().Fields().ByJSONName(field))
		}
	}
}

func (b *builder) finishProperty(schema tree, field protoreflect.FieldDescriptor) {
	if d, ok := schema["description"]; ok {
		schema["description"] = text(d)
	}
	limit(schema, field)
	if field.Message() == nil || field.IsList() || field.ContainingOneof() != nil {
		return
	}
	if ref, ok := schema["$ref"]; ok {
		delete(schema, "$ref")
		schema["anyOf"] = []any{tree{"$ref": ref}, tree{"type": "null"}}
		return
	}
	if typ, ok := schema["type"].(string); ok {
		schema["type"] = []any{typ, "null"}
	}
}

// rules are the limits written beside a field.
func rules(field protoreflect.FieldDescriptor) *validate.FieldRules {
	r, _ := proto.GetExtension(field.Options(), validate.E_Field).(*validate.FieldRules)
	return r
}

// limit writes a field's limits into its schema.
func limit(schema tree, field protoreflect.FieldDescriptor) {
	r := rules(field)
	switch {
	case r.GetString() != nil:
		limitString(schema, r.GetString())
	case r.GetInt32() != nil:
		limitNumber(schema, r.GetInt32())
	case r.GetRepeated() != nil:
		if r.GetRepeated().HasMinItems() {
			schema["minItems"] = r.GetRepeated().GetMinItems()
		}
		if r.GetRepeated().HasMaxItems() {
			schema["maxItems"] = r.GetRepeated().GetMaxItems()
		}
		if s := r.GetRepeated().GetItems().GetString(); s != nil {
			limitString(at(schema, "items"), s)
		}
	}
}

func limitString(schema tree, r *validate.StringRules) {
	if r.HasMinLen() {
		schema["minLength"] = r.GetMinLen()
	}
	if r.HasMaxLen() {
		schema["maxLength"] = r.GetMaxLen()
	}
	if len(r.GetIn()) > 0 {
		schema["enum"] = r.GetIn()
	}
	if r.GetUuid() {
		schema["format"] = "uuid"
	}
}

func limitNumber(schema tree, r *validate.Int32Rules) {
	if len(r.GetIn()) > 0 {
		schema["enum"] = r.GetIn()
	}
	if r.HasGte() {
		schema["minimum"] = r.GetGte()
	}
	if r.HasLte() {
		schema["maximum"] = r.GetLte()
	}
}

// required lists the fields that a request can't do without: those whose zero
// value is refused.
func required(of protoreflect.MessageDescriptor, among tree) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(among)) {
		r := rules(of.Fields().ByJSONName(name))
		if r.GetIgnore() == validate.Ignore_IGNORE_IF_ZERO_VALUE {
			continue
		}
		s := r.GetString()
		in := s.GetIn()
		if r.GetRequired() || s.GetMinLen() > 0 || s.GetUuid() || len(in) > 0 && !slices.Contains(in, "") || r.GetInt32().GetGte() > 0 {
			names = append(names, name)
		}
	}
	return names
}
