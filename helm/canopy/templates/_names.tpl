{{/* What things are called and labelled. All names fit into the 63 characters of a DNS label. */}}

{{- define "canopy.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/*
The common part of all names; what is put behind it has at most 20 characters. Names of releases may have dots, those of
services may not; nor may these begin with a digit.
*/}}
{{- define "canopy.fullname" -}}
{{- $name := .Values.fullnameOverride -}}
{{- if not $name -}}
{{- $name = contains (include "canopy.name" .) .Release.Name | ternary .Release.Name (printf "%s-%s" .Release.Name (include "canopy.name" .)) -}}
{{- end -}}
{{- $name = $name | replace "." "-" | trunc 40 | trimSuffix "-" -}}
{{- if regexMatch "^[0-9]" $name -}}
{{- fail (printf "A service cannot be called %s, which begins with a digit: set fullnameOverride." $name) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{- define "canopy.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "canopy.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{/* The Secret with the key ring, and that with the certificate. */}}
{{- define "canopy.keyRingSecret" -}}
{{- .Values.keyRing.existingSecret | default (printf "%s-keys" (include "canopy.fullname" .)) -}}
{{- end -}}

{{- define "canopy.tlsSecret" -}}
{{- .Values.tls.existingSecret | default (printf "%s-tls" (include "canopy.fullname" .)) -}}
{{- end -}}

{{/* An image of `repository`, and `digest` or `tag`; `version` is the tag when neither is given. */}}
{{- define "canopy.image" -}}
{{- if .image.digest -}}
{{- printf "%s@%s" .image.repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" .image.repository (.image.tag | default .version) -}}
{{- end -}}
{{- end -}}

{{/* By what the pods of a component are found: (dict "root" $ "component" "engine"). Never changes. */}}
{{- define "canopy.selector" -}}
app.kubernetes.io/name: {{ include "canopy.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/*
All labels of an object, with "labels" of its own if need be. None comes twice: what pods are found by goes first, then what
the object has of its own, then what the operator gives to all.
*/}}
{{- define "canopy.labels" -}}
{{- $chart := dict
    "app.kubernetes.io/version" .root.Chart.AppVersion
    "app.kubernetes.io/part-of" "canopy"
    "app.kubernetes.io/managed-by" .root.Release.Service
    "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_")
-}}
{{- $selector := include "canopy.selector" . | fromYaml -}}
{{- merge $selector (.labels | default dict) .root.Values.commonLabels $chart | toYaml -}}
{{- end -}}

{{/*
The metadata of an object: (dict "root" $ "component" "engine" "suffix" "-engine"), with a "name" instead of the suffix
if it is to be another one, and if need be its own "labels" and "annotations".
*/}}
{{- define "canopy.metadata" -}}
name: {{ .name | default (printf "%s%s" (include "canopy.fullname" .root) (.suffix | default "")) }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "canopy.labels" . | nindent 2 }}
{{- with merge (dict) (.annotations | default dict) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* The components that have a deployment, as JSON: `include ... | fromJsonArray`. */}}
{{- define "canopy.components" -}}
{{- if eq .Values.solver.mode "separate" -}}
["engine", "solver"]
{{- else -}}
["engine"]
{{- end -}}
{{- end -}}
