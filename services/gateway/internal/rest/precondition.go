package rest

import (
	"net/http"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/services/gateway/internal/route"
)

// matching is the field by which a call is told the tags of If-Match.
const matching = "if_match"

// setCondition tells a call under which condition it was made, where it can have
// one. The owner decides, in the transaction that it changes things in.
func setCondition(to *route.Route, r *http.Request, msg proto.Message) error {
	field := to.Input.Descriptor().Fields().ByName(matching)
	header := strings.TrimSpace(strings.Join(r.Header.Values("If-Match"), ","))
	if field == nil || header == "" || header == "*" { // what is changed is there
		return nil
	}
	list := msg.ProtoReflect().Mutable(field).List()
	for text := range strings.SplitSeq(header, ",") {
		tag, ok := opaque(strings.TrimSpace(text))
		if !ok {
			return ErrHeader.With("header", "If-Match").At("If-Match", `must be ETags in quotes, or *`)
		}
		list.Append(protoreflect.ValueOfString(tag))
	}
	return nil
}

// opaque reads what stands between the quotes of an ETag. A weak one keeps its
// prefix and so is never the same as a strong one (RFC 9110 §13.1.1).
func opaque(tag string) (string, bool) {
	strong, weak := strings.CutPrefix(tag, "W/")
	inner, ok := strings.CutPrefix(strong, `"`)
	inner, closed := strings.CutSuffix(inner, `"`)
	if !ok || !closed || strings.ContainsFunc(inner, func(c rune) bool { return c == '"' || notPlain(c) }) {
		return "", false
	}
	if weak {
		return tag, true
	}
	return inner, true
}
