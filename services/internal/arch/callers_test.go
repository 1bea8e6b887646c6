package arch_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/known/durationpb"

	commonv1 "kydai.dev/proto/gen/kydai/common/v1"

	// Every contract; the test tells when one is missing here.
	_ "kydai.dev/proto/gen/kydai/account/v1"
	_ "kydai.dev/proto/gen/kydai/matchmaking/v1"
	_ "kydai.dev/proto/gen/kydai/rating/v1"
	_ "kydai.dev/proto/gen/kydai/referee/v1"
	_ "kydai.dev/proto/gen/kydai/rewards/v1"
	_ "kydai.dev/proto/gen/kydai/search/v1"
	_ "kydai.dev/proto/gen/kydai/study/v1"
	_ "kydai.dev/proto/gen/kydai/tournament/v1"
)

// The services and the scopes that a contract can name; the operator is nobody's
// service but has a key like one.
var (
	allServices = words("account referee clock matchmaking rating tournament search study rewards chat gateway operator")
	allScopes   = words("play challenge chat history:read tournament:join tournament:direct hooks stream admin bot mod organizer")
)

func words(s string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		set[w] = true
	}
	return set
}

func TestEveryCallDeclaresItsCallers(t *testing.T) {
	t.Parallel()
	checked := 0
	for m := range contracts() {
		checked++
		require.Empty(t, undeclared(m), "%s", m.FullName())
	}
	require.NotZero(t, checked)
}

// contracts are all calls of kydai's own that this test is built with.
func contracts() func(yield func(protoreflect.MethodDescriptor) bool) {
	return func(yield func(protoreflect.MethodDescriptor) bool) {
		protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
			for i := range f.Services().Len() {
				methods := f.Services().Get(i).Methods()
				for j := range methods.Len() {
					if strings.HasPrefix(string(f.Package()), "kydai.") && !yield(methods.Get(j)) {
						return false
					}
				}
			}
			return true
		})
	}
}

// undeclared says what is wrong with a call's declaration.
func undeclared(m protoreflect.MethodDescriptor) string {
	opts, _ := m.Options().(*descriptorpb.MethodOptions)
	if !proto.HasExtension(opts, commonv1.E_Callers) {
		return "has no callers option"
	}
	c := proto.GetExtension(opts, commonv1.E_Callers).(*commonv1.Callers)
	switch {
	case !c.GetPlayer() && !c.GetNobody() && len(c.GetServices()) == 0:
		return "admits no one"
	case c.GetScope() != "" && !c.GetPlayer():
		return "asks a scope of no player"
	case c.GetScope() != "" && c.GetNobody():
		return "admits nobody but not everybody's token"
	case slices.ContainsFunc(strings.Fields(c.GetScope()), func(s string) bool { return !allScopes[s] }):
		return "asks for a scope that no token has"
	case m.IsStreamingClient():
		return "streams requests, of which the interceptor admits one"
	case m.IsStreamingServer() && (c.GetPlayer() || c.GetNobody()):
		return "streams to people, who have the gateway for that"
	case proto.HasExtension(opts, commonv1.E_Deadline) && !positive(opts):
		return "has no time"
	}
	for _, s := range c.GetServices() {
		if !allServices[s] {
			return "admits a service that does not exist: " + s
		}
	}
	return ""
}

func positive(opts *descriptorpb.MethodOptions) bool {
	d, ok := proto.GetExtension(opts, commonv1.E_Deadline).(*durationpb.Duration)
	return ok && d.AsDuration() > 0
}

// A contract that is not linked into the test would not be checked.
func TestEveryContractIsChecked(t *testing.T) {
	t.Parallel()
	linked := map[string]bool{}
	protoregistry.GlobalFiles.RangeFiles(func(f protoreflect.FileDescriptor) bool {
		opts, _ := f.Options().(*descriptorpb.FileOptions)
		path, _, _ := strings.Cut(opts.GetGoPackage(), ";")
		linked[path] = true
		return true
	})
	all := list(t, "kydai.dev/proto/gen/...")
	require.NotEmpty(t, all)
	for _, p := range all {
		require.True(t, linked[p.ImportPath], "import %s in this file", p.ImportPath)
	}
}

func TestBadDeclarationsAreFound(t *testing.T) {
	t.Parallel()
	player := &commonv1.Callers{Player: true, Scope: "play"}
	tests := map[string]struct {
		callers  *commonv1.Callers
		deadline *durationpb.Duration
		stream   bool
		want     string
	}{
		"good":             {callers: player, deadline: durationpb.New(5e8)},
		"services alone":   {callers: &commonv1.Callers{Services: []string{"clock", "gateway"}}},
		"nothing":          {want: "no callers option"},
		"no one":           {callers: &commonv1.Callers{}, want: "no one"},
		"scope of nobody":  {callers: &commonv1.Callers{Nobody: true, Scope: "play"}, want: "scope of no player"},
		"scope or nobody":  {callers: &commonv1.Callers{Player: true, Nobody: true, Scope: "play"}, want: "not everybody's"},
		"unknown scope":    {callers: &commonv1.Callers{Player: true, Scope: "plya"}, want: "no token has"},
		"unknown service":  {callers: &commonv1.Callers{Services: []string{"clokc"}}, want: "clokc"},
		"nameless service": {callers: &commonv1.Callers{Services: []string{""}}, want: "does not exist"},
		"stream":           {callers: player, stream: true, want: "streams"},
		"to a service":     {callers: &commonv1.Callers{Services: []string{"clock"}}, stream: true},
		"no time":          {callers: player, deadline: &durationpb.Duration{}, want: "no time"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := undeclared(declare(t, tt.callers, tt.deadline, tt.stream))
			require.Contains(t, got, tt.want)
			require.Equal(t, tt.want == "", got == "", got)
		})
	}
}

// declare makes a call with the options.
func declare(t *testing.T, c *commonv1.Callers, deadline *durationpb.Duration, stream bool) protoreflect.MethodDescriptor {
	t.Helper()
	opts := &descriptorpb.MethodOptions{}
	if c != nil {
		proto.SetExtension(opts, commonv1.E_Callers, c)
	}
	if deadline != nil {
		proto.SetExtension(opts, commonv1.E_Deadline, deadline)
	}
	file, err := protodesc.NewFile(&descriptorpb.FileDescriptorProto{
		Name: proto.String("test.proto"), Package: proto.String("test"),
		MessageType: []*descriptorpb.DescriptorProto{{Name: proto.String("Empty")}},
		Service: []*descriptorpb.ServiceDescriptorProto{{Name: proto.String("Service"), Method: []*descriptorpb.MethodDescriptorProto{{
			Name: proto.String("Call"), InputType: proto.String(".test.Empty"), OutputType: proto.String(".test.Empty"),
			Options: opts, ServerStreaming: proto.Bool(stream),
		}}}},
	}, nil)
	require.NoError(t, err)
	return file.Services().Get(0).Methods().Get(0)
}
