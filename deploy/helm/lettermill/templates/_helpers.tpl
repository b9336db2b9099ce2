{{- define "lettermill.name" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) }}{{ $name = printf "%s-%s" $name .Chart.Name }}{{ end -}}
{{- $name | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "lettermill.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "lettermill.labels" -}}
{{ include "lettermill.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "lettermill.serviceAccount" -}}
{{ .Values.serviceAccount.name | default (include "lettermill.name" .) }}
{{- end }}

{{/* The pods of one role: a dictionary of root, role, node (its values), ports and probe (the name of the port). */}}
{{- define "lettermill.deployment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "lettermill.name" $root }}-{{ .role }}
  labels:
    {{- include "lettermill.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .node.replicas }}
  strategy:
    type: {{ $values.updateStrategy }}
  selector:
    matchLabels:
      {{- include "lettermill.selector" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "lettermill.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      annotations:
        # Changed settings restart the pods.
        checksum/settings: {{ include (print $root.Template.BasePath "/settings.yaml") $root | sha256sum }}
        {{- with .node.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      serviceAccountName: {{ include "lettermill.serviceAccount" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile:
          type: RuntimeDefault
      containers:
        - name: lettermill
          image: "{{ $values.image.repository }}:{{ $values.image.tag | default $root.Chart.AppVersion }}"
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args: [lettermill, start, --role, {{ .role }}]
          envFrom:
            - configMapRef:
                name: {{ include "lettermill.name" $root }}
          {{- if or (eq .role "worker") $values.extraEnv }}
          env:
            {{- if eq .role "worker" }}
            - name: HEALTH_PORT
              value: "3001"
            {{- end }}
            {{- with $values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          {{- end }}
          ports:
            {{- range .ports }}
            - name: {{ .name }}
              containerPort: {{ .port }}
            {{- end }}
          # /health answers while the database is migrated, which may take long and must not be interrupted.
          startupProbe:
            httpGet: { path: /health, port: {{ .probe }} }
            periodSeconds: 2
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /health, port: {{ .probe }} }
            periodSeconds: 15
            timeoutSeconds: 5
            failureThreshold: 4
          readinessProbe:
            httpGet: { path: /ready, port: {{ .probe }} }
            periodSeconds: 5
            timeoutSeconds: 5
          lifecycle:
            preStop:
              # Services stop sending requests to the pod before it stops accepting them.
              exec:
                command: [sleep, "5"]
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          {{- with .node.resources }}
          resources:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          volumeMounts:
            - name: secrets
              mountPath: /run/secrets/lettermill
              readOnly: true
            - name: data
              mountPath: /data
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: secrets
          secret:
            secretName: {{ $values.existingSecret }}
            defaultMode: 0440
            items:
              {{- range $values.secretKeys | values | uniq | sortAlpha }}
              - key: {{ . }}
                path: {{ . }}
              {{- end }}
        - name: data
          emptyDir: {}
        - name: tmp
          emptyDir: {}
      {{- with .node.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .node.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .node.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end }}
