{{/* The name of a service's objects. Takes a dict of root and name. */}}
{{- define "kydai.name" -}}
{{ printf "%s-%s" .root.Release.Name .name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* A service's values over the defaults, as YAML. Takes a dict of root and name. */}}
{{- define "kydai.service" -}}
{{ mergeOverwrite (deepCopy .root.Values.defaults) (index .root.Values.services .name | default dict) | toYaml }}
{{- end }}

{{- define "kydai.selector" -}}
app.kubernetes.io/name: kydai
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end }}

{{- define "kydai.labels" -}}
{{ include "kydai.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/*
The variables of a service. Each is an option of its binary: KYDAI_REFEREE_DB is
--db of referee. Takes a dict of root, name and service.
*/}}
{{- define "kydai.env" -}}
{{- $root := .root }}
{{- $prefix := printf "KYDAI_%s" (upper .name) }}
- {name: {{ $prefix }}_DATA, value: /data}
- {name: {{ $prefix }}_GRPC, value: "0.0.0.0:9090"}
- {name: {{ $prefix }}_OPS, value: "0.0.0.0:8081"}
- {name: {{ $prefix }}_KEY, value: /keys/{{ .name }}.jwk}
- {name: {{ $prefix }}_JWKS, value: /keys/jwks.json}
- {name: {{ $prefix }}_DRAIN, value: {{ .service.drainSeconds }}s}
- {name: {{ $prefix }}_LOG_FORMAT, value: {{ $root.Values.telemetry.logFormat }}}
- {name: {{ $prefix }}_LOG_LEVEL, value: {{ $root.Values.telemetry.logLevel }}}
{{- with $root.Values.telemetry.otlpEndpoint }}
- {name: {{ $prefix }}_OTLP_ENDPOINT, value: {{ quote . }}}
{{- end }}
- {name: {{ $prefix }}_TRACE_RATIO, value: {{ quote $root.Values.telemetry.traceRatio }}}
- name: {{ $prefix }}_NATS
  valueFrom: {secretKeyRef: {name: {{ $root.Values.nats.secret }}, key: url}}
{{- if .service.http }}
- {name: {{ $prefix }}_HTTP, value: "0.0.0.0:8080"}
{{- end }}
{{- if .service.database }}
- name: {{ $prefix }}_DB
  valueFrom: {secretKeyRef: {name: {{ $root.Values.database.secret }}, key: {{ .name }}}}
{{- end }}
{{- with .service.peers }}
{{- $peers := list }}
{{- range . }}
{{- if not (hasKey $root.Values.services .) }}
{{- fail (printf "%s calls %s, which is no service" $.name .) }}
{{- end }}
{{- $peers = append $peers (printf "%s=%s:9090" . (include "kydai.name" (dict "root" $root "name" .))) }}
{{- end }}
- {name: {{ $prefix }}_PEERS, value: {{ join ";" $peers | quote }}}
{{- end }}
{{- range $key, $value := .service.env }}
- {name: {{ $key }}, value: {{ quote $value }}}
{{- end }}
{{- with .service.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end }}
