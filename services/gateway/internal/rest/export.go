package rest

import (
	"context"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"google.golang.org/grpc"

	"kydai.dev/pkg/rules/record"
	refereev1 "kydai.dev/proto/gen/kydai/referee/v1"
	studyv1 "kydai.dev/proto/gen/kydai/study/v1"
	tournamentv1 "kydai.dev/proto/gen/kydai/tournament/v1"
	"kydai.dev/services/gateway/internal/route"
)

// file is an answer that is a file and no message.
type file interface {
	GetMediaType() string
	GetFileName() string
	GetData() []byte
}

var (
	_ file = (*refereev1.ExportGameResponse)(nil)
	_ file = (*studyv1.ExportAnalysisResponse)(nil)
	_ file = (*tournamentv1.ExportTournamentResponse)(nil)
)

// exporter is the connection to the referee, but for records with an analysis,
// which are study's to write.
type exporter struct {
	grpc.ClientConnInterface

	study studyv1.StudyServiceClient
}

// Invoke calls the referee, or study where a record is to have an analysis.
func (e exporter) Invoke(ctx context.Context, method string, args, reply any, opts ...grpc.CallOption) error {
	req, isExport := args.(*refereev1.ExportGameRequest)
	into, isRecord := reply.(*refereev1.ExportGameResponse)
	if !isExport || !isRecord || req.GetAnalysis() == "" {
		return e.ClientConnInterface.Invoke(ctx, method, args, reply, opts...) //nolint:wrapcheck // a connection in between
	}
	resp, err := e.study.ExportAnalysis(ctx, &studyv1.ExportAnalysisRequest{
		AnalysisId: req.GetAnalysis(), GameId: req.GetGameId(), Format: req.GetFormat(), Notation: req.GetNotation(),
	}, opts...)
	if err != nil {
		return err //nolint:wrapcheck // likewise
	}
	into.Format, into.MediaType, into.FileName, into.Data = resp.GetFormat(), resp.GetMediaType(), resp.GetFileName(), resp.GetData()
	return nil
}

// accepted names the format of a file by the Accept header where the query does
// not.
func accepted(to *route.Route, r *http.Request) {
	formats := formatsOf(to)
	if formats == nil {
		return
	}
	query := r.URL.Query()
	if query.Has("format") {
		return
	}
	if format := preferred(r.Header.Values("Accept"), formats); format != "" {
		query.Set("format", format)
		r.URL.RawQuery = query.Encode()
	}
}

// formatsOf are the formats of a call's file by their media types; nil where it
// answers with none.
func formatsOf(to *route.Route) map[string]string {
	switch {
	case strings.HasSuffix(to.RPC, "/ExportGame"), strings.HasSuffix(to.RPC, "/ExportAnalysis"):
		return records
	case strings.HasSuffix(to.RPC, "/ExportTournament"):
		return tournamentFiles
	}
	return nil
}

// records are the formats of games, tournamentFiles those of tournaments: of several
// formats with one media type the usual one.
var (
	records         = recordFormats()
	tournamentFiles = map[string]string{"text/plain": "trf26", mediaJSON: "json", "text/csv": "csv", "image/svg+xml": "crosstable"}
)

func recordFormats() map[string]string {
	formats := map[string]string{}
	for _, f := range record.Formats() {
		if _, taken := formats[f.MediaType]; !taken {
			formats[f.MediaType] = f.Name
		}
	}
	return formats
}

// preferred is the format of the media type that is wanted most, the first of
// several; empty where none is a format's.
func preferred(accept []string, formats map[string]string) (format string) {
	most := 0.0
	for item := range strings.SplitSeq(strings.Join(accept, ","), ",") {
		mediaType, parameters, err := mime.ParseMediaType(item)
		if err != nil {
			continue
		}
		if name, ok := formats[mediaType]; ok && weight(parameters) > most {
			format, most = name, weight(parameters)
		}
	}
	return format
}

// weight is how much a media type is wanted: 1 unless it says less, 0 where it
// is refused.
func weight(parameters map[string]string) float64 {
	q, ok := parameters["q"]
	if !ok {
		return 1
	}
	w, err := strconv.ParseFloat(q, 64)
	if err != nil {
		return 0
	}
	return w
}

// describe sets the headers of a file.
func describe(h http.Header, f file) {
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": f.GetFileName()}))
	h.Add("Vary", "Accept")
	h.Add("Vary", "Authorization")
	h["Cache-Control"] = privately
}
