{{/* The Envoy beside the engine: its container, and its configuration. */}}

{{- define "canopy.envoy" -}}
{{- $web := .root.Values.grpcWeb -}}
- name: envoy
  image: {{ include "canopy.image" (dict "image" $web.image "version" "") | quote }}
  imagePullPolicy: {{ $web.image.pullPolicy }}
  # Started before the service and ended after it, so that whatever the service still answers gets out.
  restartPolicy: Always
  args:
    - --config-path
    - /etc/envoy/envoy.yaml
    - --concurrency
    - "1"
    - --log-level
    - warning
  ports:
    - name: grpc-web
      containerPort: 8080
  readinessProbe:
    tcpSocket:
      port: grpc-web
    periodSeconds: 5
  resources:
    {{- toYaml $web.resources | nindent 4 }}
  securityContext:
    {{- include "canopy.securityContext" . | nindent 4 }}
  volumeMounts:
    - name: envoy
      mountPath: /etc/envoy
      readOnly: true
    {{- if .root.Values.tls.enabled }}
    - name: tls
      mountPath: /etc/canopy/tls
      readOnly: true
    {{- end }}
{{- end -}}

{{- define "canopy.envoyConfig" -}}
{{- $web := .Values.grpcWeb -}}
{{- $separate := eq .Values.solver.mode "separate" -}}
# No administration interface: nobody needs it, and it would tell a great deal.
node: {id: canopy, cluster: canopy}
static_resources:
  listeners:
    - name: grpc_web
      address:
        socket_address: {address: {{ trimAll "[]" .Values.listen.host | quote }}, port_value: 8080}
      filter_chains:
        - filters:
            - name: envoy.filters.network.http_connection_manager
              typed_config:
                "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
                codec_type: AUTO
                stat_prefix: grpc_web
                use_remote_address: true
                # By its x-request-id a page finds its call in the log.
                preserve_external_request_id: true
                stream_idle_timeout: 300s
                route_config:
                  name: canopy
                  virtual_hosts:
                    - name: canopy
                      domains: ["*"]
                      # What the policy of other clients does (service_config.json): a call that found no room, nobody, or a
                      # worker that died is made again; that is always safe. RESOURCE_EXHAUSTED says when to come again,
                      # in a form that Envoy does not read: the page is told at once.
                      retry_policy:
                        retry_on: cancelled,unavailable,reset
                        num_retries: 4
                        retry_back_off: {base_interval: 0.1s, max_interval: 1s}
                      routes:
                        {{- range include "canopy.routes" . | fromJsonArray }}
                        - match: {{ if .method }}{path: /{{ .service }}/{{ .method }}}{{ else }}{prefix: /{{ .service }}/}{{ end }}
                          route:
                            cluster: {{ .component }}
                            timeout: {{ $web.timeout }}
                            max_stream_duration: {grpc_timeout_header_max: {{ $web.timeout }}}
                        {{- end }}
                      typed_per_filter_config:
                        envoy.filters.http.cors:
                          "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.CorsPolicy
                          allow_origin_string_match:
                            {{- range $web.allowOrigins }}
                            - exact: {{ . | quote }}
                            {{- end }}
                          allow_methods: POST, OPTIONS
                          allow_headers: authorization, content-type, grpc-timeout, x-grpc-web, x-request-id, x-user-agent
                          expose_headers: grpc-status, grpc-message, grpc-status-details-bin
                          max_age: "7200"
                http_filters:
                  - name: envoy.filters.http.grpc_web
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.grpc_web.v3.GrpcWeb
                  - name: envoy.filters.http.cors
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.cors.v3.Cors
                  - name: envoy.filters.http.router
                    typed_config:
                      "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
    # The engine of the same pod; questions go to all pods of the solver, one call here, one there.
    {{- $engine := dict "name" "engine" "type" "STATIC" "host" (ternary "::1" "127.0.0.1" (eq .Values.listen.host "[::]")) }}
    {{- $solver := dict "name" "solver" "type" "STRICT_DNS" "host" (printf "%s-solver-headless" (include "canopy.fullname" .)) }}
    {{- range ternary (list $engine $solver) (list $engine) $separate }}
    - name: {{ .name }}
      type: {{ .type }}
      connect_timeout: 2s
      lb_policy: ROUND_ROBIN
      # So many calls at once may be made again; the usual 3 would not do where many come at the same moment.
      circuit_breakers: {thresholds: [{max_retries: 256}]}
      typed_extension_protocol_options:
        envoy.extensions.upstreams.http.v3.HttpProtocolOptions:
          "@type": type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions
          explicit_http_config:
            http2_protocol_options:
              max_concurrent_streams: 256
      load_assignment:
        cluster_name: {{ .name }}
        endpoints:
          - lb_endpoints:
              - endpoint:
                  address:
                    socket_address: {address: {{ .host | quote }}, port_value: 50051}
      {{- if $.Values.tls.enabled }}
      {{- $service := printf "%s-%s" (include "canopy.fullname" $) .name }}
      transport_socket:
        name: envoy.transport_sockets.tls
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext
          sni: {{ $service }}
          common_tls_context:
            alpn_protocols: [h2]
            combined_validation_context:
              default_validation_context:
                match_typed_subject_alt_names:
                  - san_type: DNS
                    matcher: {exact: {{ $service }}}
              # In a file of its own, for then Envoy reads the authorities again when they change.
              validation_context_sds_secret_config:
                name: authorities
                sds_config:
                  resource_api_version: V3
                  path_config_source: {path: /etc/envoy/authorities.yaml}
      {{- end }}
    {{- end }}
{{- end -}}

{{- define "canopy.envoyAuthorities" -}}
resources:
  - "@type": type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret
    name: authorities
    validation_context:
      trusted_ca: {filename: /etc/canopy/tls/ca.crt}
      watched_directory: {path: /etc/canopy/tls}
{{- end -}}
