{{/*
What values have to be like together; values.schema.json says what each may be. Every message says what to change.
*/}}
{{- define "canopy.validate" -}}
{{- $v := .Values -}}
{{- if $v.tls.enabled -}}
{{- if and $v.tls.existingSecret $v.tls.certManager.enabled -}}
{{- fail "tls: the certificate is from existingSecret or from certManager; set one of them." -}}
{{- end -}}
{{- if not (or $v.tls.existingSecret $v.tls.certManager.enabled) -}}
{{- fail "tls.enabled needs a certificate: set tls.existingSecret or tls.certManager.enabled." -}}
{{- end -}}
{{- if and $v.tls.certManager.enabled (not $v.tls.certManager.issuerName) -}}
{{- fail "tls.certManager.enabled needs tls.certManager.issuerName." -}}
{{- end -}}
{{- if and $v.tls.clientCA.existingSecret $v.grpcWeb.enabled -}}
{{- fail "grpcWeb: browsers have no client certificates; leave tls.clientCA.existingSecret empty, or grpcWeb.enabled false." -}}
{{- end -}}
{{- else if or $v.tls.existingSecret $v.tls.certManager.enabled $v.tls.clientCA.existingSecret -}}
{{- fail "tls: certificates are given, and tls.enabled is false." -}}
{{- end -}}
{{- if and $v.tracing.endpoint $v.networkPolicy.enabled (not $v.networkPolicy.extraEgress) -}}
{{- fail "tracing.endpoint: the NetworkPolicy lets nothing out; say in networkPolicy.extraEgress where the collector is." -}}
{{- end -}}
{{- if and $v.grpcRoute.enabled (not $v.grpcRoute.parentRefs) -}}
{{- fail "grpcRoute.enabled needs grpcRoute.parentRefs: the Gateways that are to lead calls in." -}}
{{- end -}}
{{- if and $v.grpcWeb.enabled (not $v.grpcWeb.allowOrigins) -}}
{{- fail "grpcWeb.enabled needs grpcWeb.allowOrigins: the origins of the pages that may call." -}}
{{- end -}}
{{- range $name := include "canopy.components" . | fromJsonArray -}}
{{- $component := index $v $name -}}
{{- if gt (int $component.autoscaling.minReplicas) (int $component.autoscaling.maxReplicas) -}}
{{- fail (printf "%s.autoscaling: minReplicas is above maxReplicas." $name) -}}
{{- end -}}
{{- end -}}
{{- if $v.verify.enabled -}}
{{- if not (and $v.verify.records.existingClaim $v.verify.summaries.existingClaim) -}}
{{- fail "verify.enabled needs verify.records.existingClaim and verify.summaries.existingClaim." -}}
{{- end -}}
{{- if gt (int $v.verify.parallelism) (int $v.verify.shards) -}}
{{- fail "verify: parallelism is above shards." -}}
{{- end -}}
{{- end -}}
{{- end -}}
