{{/*
What the service's container gets: (dict "root" $ "component" "engine"). With the solver's processes in it (mode `embedded`)
an engine gets their memory as well. It does not ask for their CPUs: they run at a low priority and take what play and the
node leave. Were they asked for, the autoscaler, which looks at the share of what is asked for that is used, would see no
load in a worker that has no time left.
*/}}
{{- define "canopy.resources" -}}
{{- $v := .root.Values -}}
{{- $resources := deepCopy (index $v .component).resources -}}
{{- if and (eq .component "engine") (eq $v.solver.mode "embedded") -}}
{{- range $part := list "requests" "limits" -}}
{{- $own := dig $part "memory" "" $resources -}}
{{- $more := dig $part "memory" "" $v.solver.resources -}}
{{- if and $own $more -}}
{{- $_ := set (index $resources $part) "memory" (add (include "canopy.bytes" $own) (include "canopy.bytes" $more) | toString) -}}
{{- else if eq $part "limits" -}}
{{- $_ := unset (index $resources $part) "memory" -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $resources -}}
{{- end -}}

{{/* An amount of memory in bytes, as values.schema.json lets it be written. */}}
{{- define "canopy.bytes" -}}
{{- $text := ternary (printf "%.15g" .) (toString .) (kindIs "float64" .) -}}
{{- $unit := regexFind "[A-Za-z]*$" $text -}}
{{- $factors := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 -}}
{{- mulf (trimSuffix $unit $text | float64) (get $factors $unit) | ceil | int64 -}}
{{- end -}}
