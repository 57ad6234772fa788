{{/*
The settings of `canopy serve`, as its environment variables: (dict "root" $ "component" "engine"). A setting that is
named in values by its own name is one of `settings`; all others follow from the rest of the chart.
*/}}
{{- define "canopy.environment" -}}
{{- $v := .root.Values -}}
{{- $component := index $v .component -}}
{{- $host := $v.listen.host -}}
{{- $settings := dict
    "bind" (printf "%s:50051" $host)
    "metrics_address" (printf "%s:9090" $host)
    "health_address" (printf "%s:50052" $host)
    "insecure_bind" true
    "workers" (int $component.workers)
    "keys_file" "/etc/canopy/keys/ring"
    "log_level" $v.log.level
    "log_format" $v.log.format
    "access_log" $v.log.access
    "drain_seconds" $component.drainSeconds
    "grace_seconds" $component.graceSeconds
-}}
{{- if $v.tls.enabled -}}
{{- $_ := set $settings "tls_cert" "/etc/canopy/tls/tls.crt" -}}
{{- $_ := set $settings "tls_key" "/etc/canopy/tls/tls.key" -}}
{{- end -}}
{{- if $v.tls.clientCA.existingSecret -}}
{{- $_ := set $settings "tls_client_ca" "/etc/canopy/client-ca/ca.crt" -}}
{{- end -}}
{{- if $v.apiKeys.existingSecret -}}
{{- $_ := set $settings "api_keys_file" "/etc/canopy/api-keys/api.keys" -}}
{{- end -}}
{{- with $v.tracing.endpoint -}}
{{- $_ := set $settings "trace_endpoint" . -}}
{{- $_ := set $settings "trace_ratio" $v.tracing.ratio -}}
{{- end -}}
{{- if or (eq .component "solver") (eq $v.solver.mode "embedded") -}}
{{- $_ := set $settings "solver_processes" (int $v.solver.processes) -}}
{{- $_ := set $settings "solver_queue" (int $v.solver.queue) -}}
{{- $_ := set $settings "solver_max_seconds" $v.solver.maxSeconds -}}
{{- else -}}
{{- $_ := set $settings "solver_processes" 0 -}}
{{- end -}}
{{- if eq .component "solver" -}}
{{- /* Of RefereeService it answers PairRound, which needs solver processes; `canopy.routes` leads the rest to the engine. */ -}}
{{- $_ := set $settings "services" "solver,referee" -}}
{{- end -}}
{{- range $name, $value := merge $settings $component.settings }}
- name: CANOPY_{{ upper $name }}
  {{- /* Numbers of values are floats; a large one must not become 1e+06. */}}
  value: {{ ternary (printf "%.15g" $value) (toString $value) (kindIs "float64" $value) | quote }}
{{- end }}
{{- with $component.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
