// Values of the chart: all its branches, and mistakes that it refuses.

const REQUIRED = { publicUrl: 'https://mail.example.com', existingSecret: 'lettermill' }

export const VALUES = {
  required: REQUIRED,
  everything: {
    ...REQUIRED,
    image: { repository: 'registry.example.com/lettermill', tag: '1', pullPolicy: 'Always' },
    imagePullSecrets: [{ name: 'registry' }],
    secretKeys: {
      DATABASE_URL: 'database-url',
      ENCRYPTION_KEY: 'encryption-key',
      MAIL_TRANSPORT: 'mail-transport',
      METRICS_TOKEN: 'metrics-token',
    },
    settings: { TRUST_PROXY: 'true', LOG_LEVEL: 'warn', SEND_RATE_PER_SECOND: '100' },
    api: {
      replicas: 3,
      podAnnotations: { 'prometheus.io/scrape': 'true' },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'email', operator: 'Exists', effect: 'NoSchedule' }],
    },
    worker: { replicas: 5, resources: { limits: { memory: '2Gi' } }, affinity: { podAntiAffinity: {} } },
    updateStrategy: 'RollingUpdate',
    terminationGracePeriodSeconds: 120,
    submission: { type: 'LoadBalancer', port: 587 },
    bounces: { type: 'LoadBalancer' },
    ingress: {
      enabled: true,
      className: 'nginx',
      annotations: { 'nginx.ingress.kubernetes.io/proxy-body-size': '200m' },
      hosts: ['mail.example.com', 'click.example.com'],
      tls: [{ secretName: 'mail-tls', hosts: ['mail.example.com', 'click.example.com'] }],
    },
    networkPolicy: { enabled: true },
    serviceAccount: { name: 'email', annotations: { team: 'email' } },
  },
  /** As in docs/kubernetes.md. */
  cloudNativePg: {
    ...REQUIRED,
    secretKeys: { DATABASE_URL: null, ENCRYPTION_KEY: 'encryption-key' },
    extraEnv: [
      { name: 'DATABASE_DIRECT_URL', valueFrom: { secretKeyRef: { name: 'mail-db-app', key: 'uri' } } },
      { name: 'DATABASE_URL', value: 'postgres://lettermill@mail-db-pooler/lettermill' },
    ],
  },
  little: {
    ...REQUIRED,
    api: { replicas: 1 },
    worker: { replicas: 0 },
    submission: { enabled: false },
    bounces: { enabled: false },
    ingress: { enabled: true },
    networkPolicy: { enabled: true },
    podDisruptionBudget: { enabled: false },
  },
}

export const REFUSED_VALUES = {
  'without a secret': { publicUrl: REQUIRED.publicUrl },
  'without a database': { ...REQUIRED, secretKeys: { DATABASE_URL: null, ENCRYPTION_KEY: 'encryption-key' } },
  'with an environment variable that has no name': { ...REQUIRED, extraEnv: [{ value: 'x' }] },
  'without an address': { existingSecret: 'lettermill' },
  'with an unknown name': { ...REQUIRED, replicas: 3 },
  'with a number where settings are texts': { ...REQUIRED, settings: { SEND_RATE_PER_SECOND: 100 } },
  'with a secret that has no key': {
    ...REQUIRED,
    secretKeys: { DATABASE_URL: 'database-url', ENCRYPTION_KEY: '' },
  },
  'with too little time to stop': { ...REQUIRED, terminationGracePeriodSeconds: 5 },
}
