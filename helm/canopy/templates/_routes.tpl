{{/*
Which service of the API is answered by which component, as JSON: [{"service": "canopy.v1.EngineService", "component":
"engine"}, ...]. An entry with a "method" is about that alone, and stands before that of its service: PairRound is
computed by solver processes, wherever they are. What leads calls in (Ingress, GRPCRoute, Envoy) lets these through and
nothing else: health and reflection are for who is inside.
*/}}
{{- define "canopy.routes" -}}
{{- $solver := ternary "solver" "engine" (eq .Values.solver.mode "separate") -}}
{{- $routes := list (dict "service" "canopy.v1.EngineService" "component" "engine") -}}
{{- if eq $solver "solver" -}}
{{- $routes = append $routes (dict "service" "canopy.v1.RefereeService" "method" "PairRound" "component" $solver) -}}
{{- end -}}
{{- $routes = append $routes (dict "service" "canopy.v1.RefereeService" "component" "engine") -}}
{{- if ne .Values.solver.mode "off" -}}
{{- $routes = append $routes (dict "service" "canopy.v1.SolverService" "component" $solver) -}}
{{- end -}}
{{- toJson $routes -}}
{{- end -}}
