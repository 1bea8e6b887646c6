package rest

import (
	"math"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"kydai.dev/services/gateway/internal/route"
)

// impossible is a version that nothing has.
const impossible = math.MaxInt32

// setCondition tells a call under which condition it was made, where it can have
// one. The owner decides, in the transaction that it changes things in.
func setCondition(to *route.Route, r *http.Request, msg proto.Message) error {
	header := strings.TrimSpace(strings.Join(r.Header.Values("If-Match"), ","))
	if to.Condition == "" || header == "" || header == "*" { // what is changed is there
		return nil
	}
	var tags []string
	for text := range strings.SplitSeq(header, ",") {
		tag, ok := opaque(strings.TrimSpace(text))
		if !ok {
			return ErrHeader.With("header", "If-Match").At("If-Match", `must be ETags in quotes, or *`)
		}
		tags = append(tags, tag)
	}
	field := to.Input.Descriptor().Fields().ByName(to.Condition)
	if !field.IsList() {
		return setVersion(msg, field, tags)
	}
	list := msg.ProtoReflect().Mutable(field).List()
	for _, tag := range tags {
		list.Append(protoreflect.ValueOfString(tag))
	}
	return nil
}

// setVersion tells a call the one version that may be changed. A tag that was never
// given out is that of no version.
func setVersion(msg proto.Message, field protoreflect.FieldDescriptor, tags []string) error {
	if len(tags) > 1 {
		return ErrHeader.With("header", "If-Match").At("If-Match", `must be one ETag in quotes, or *`)
	}
	version, err := strconv.ParseInt(tags[0], 10, 32)
	if err != nil || version < 1 || strconv.FormatInt(version, 10) != tags[0] {
		version = impossible
	}
	msg.ProtoReflect().Set(field, protoreflect.ValueOfInt32(int32(version))) //nolint:gosec // parsed as one
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
