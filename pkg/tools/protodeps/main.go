// Command protodeps prints the third-party .proto files that ours import, from
// the descriptors compiled into the Go packages that generated code links with.
package main

import (
	"log"
	"os"

	"buf.build/gen/go/bufbuild/protovalidate/protocolbuffers/go/buf/validate"
	openapi "github.com/grpc-ecosystem/grpc-gateway/v2/protoc-gen-openapiv3/options"
	"github.com/jhump/protoreflect/v2/protoprint"
	"google.golang.org/genproto/googleapis/api/annotations"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func main() {
	var printer protoprint.Printer
	err := printer.PrintProtosToFileSystem([]protoreflect.FileDescriptor{
		annotations.File_google_api_annotations_proto,
		annotations.File_google_api_field_behavior_proto,
		annotations.File_google_api_http_proto,
		openapi.File_protoc_gen_openapiv3_options_annotations_proto,
		openapi.File_protoc_gen_openapiv3_options_openapiv3_proto,
		validate.File_buf_validate_validate_proto,
	}, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
}
