{{/* The pods of the deployments: (dict "root" $ "component" "engine"). */}}

{{- define "canopy.podSpec" -}}
{{- $v := .root.Values -}}
{{- $component := index $v .component -}}
serviceAccountName: {{ include "canopy.serviceAccountName" .root }}
# Canopy asks Kubernetes nothing, and a service named canopy must not put variables of its own beside the settings.
automountServiceAccountToken: false
enableServiceLinks: false
{{- with $v.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- with $component.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
# Longer than the service takes by itself, so that nothing is killed that is still being answered.
terminationGracePeriodSeconds: {{ include "canopy.terminationSeconds" $component }}
securityContext:
  {{- include "canopy.podSecurityContext" . | nindent 2 }}
{{- if and $v.grpcWeb.enabled (eq .component "engine") }}
initContainers:
  {{- include "canopy.envoy" . | nindent 2 }}
{{- end }}
containers:
  - name: canopy
    image: {{ include "canopy.image" (dict "image" $v.image "version" .root.Chart.AppVersion) | quote }}
    imagePullPolicy: {{ $v.image.pullPolicy }}
    args: [serve]
    env:
      {{- include "canopy.environment" . | trim | nindent 6 }}
    ports:
      - name: grpc
        containerPort: 50051
      - name: metrics
        containerPort: 9090
      - name: health
        containerPort: 50052
    {{- include "canopy.probes" . | nindent 4 }}
    resources:
      {{- include "canopy.resources" . | nindent 6 }}
    securityContext:
      {{- include "canopy.securityContext" . | nindent 6 }}
    volumeMounts:
      - name: keys
        mountPath: /etc/canopy/keys
        readOnly: true
      {{- if $v.apiKeys.existingSecret }}
      - name: api-keys
        mountPath: /etc/canopy/api-keys
        readOnly: true
      {{- end }}
      {{- if $v.tls.enabled }}
      - name: tls
        mountPath: /etc/canopy/tls
        readOnly: true
      {{- end }}
      {{- if $v.tls.clientCA.existingSecret }}
      - name: client-ca
        mountPath: /etc/canopy/client-ca
        readOnly: true
      {{- end }}
      - name: temporary
        mountPath: /tmp
volumes:
  {{- include "canopy.keyRingVolume" .root | nindent 2 }}
  {{- with $v.apiKeys.existingSecret }}
  - name: api-keys
    secret:
      secretName: {{ . }}
      defaultMode: 0440
      items:
        - key: {{ $v.apiKeys.secretKey }}
          path: api.keys
  {{- end }}
  {{- if $v.tls.enabled }}
  - name: tls
    secret:
      secretName: {{ include "canopy.tlsSecret" .root }}
      defaultMode: 0440
  {{- end }}
  {{- with $v.tls.clientCA.existingSecret }}
  - name: client-ca
    secret:
      secretName: {{ . }}
      defaultMode: 0440
      items:
        - key: {{ $v.tls.clientCA.secretKey }}
          path: ca.crt
  {{- end }}
  # What workers count, in files that the page of the metrics is read from.
  - name: temporary
    emptyDir:
      medium: Memory
      sizeLimit: 64Mi
  {{- if and $v.grpcWeb.enabled (eq .component "engine") }}
  - name: envoy
    configMap:
      name: {{ include "canopy.fullname" .root }}-envoy
  {{- end }}
{{- with $component.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $component.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $component.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
topologySpreadConstraints:
  {{- if $component.topologySpreadConstraints }}
  {{- toYaml $component.topologySpreadConstraints | nindent 2 }}
  {{- else }}
  # Counted within a revision: those that are being replaced do not weigh.
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "canopy.selector" $ | nindent 8 }}
    matchLabelKeys: [pod-template-hash]
  {{- end }}
  {{- end }}
{{- end -}}

{{/* Drain and grace of a component, what its workers may take beyond that, and some more. */}}
{{- define "canopy.terminationSeconds" -}}
{{- add (ceil .drainSeconds) (ceil .graceSeconds) 10 -}}
{{- end -}}

{{/*
Kubernetes asks for the health by gRPC, at a port where there is nothing else: it does so without TLS, and where calls
come in its own would be turned away with them while there is too much, so that busy pods would be taken away and ended.
Readiness asks for the service that the pod is there for, liveness for the process.
*/}}
{{- define "canopy.probes" -}}
{{- $service := ternary "canopy.v1.SolverService" "canopy.v1.EngineService" (eq .component "solver") -}}
startupProbe:
  grpc:
    port: 50052
  periodSeconds: 1
  timeoutSeconds: 2
  failureThreshold: 60
livenessProbe:
  grpc:
    port: 50052
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  grpc:
    port: 50052
    service: {{ $service }}
  periodSeconds: 2
  timeoutSeconds: 2
  failureThreshold: 2
{{- end -}}

{{/* The key ring as a file called `ring`. */}}
{{- define "canopy.keyRingVolume" -}}
- name: keys
  secret:
    secretName: {{ include "canopy.keyRingSecret" . }}
    defaultMode: 0440
    items:
      - key: {{ .Values.keyRing.secretKey }}
        path: ring
{{- end -}}
