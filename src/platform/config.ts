// Every setting of the program, read once from the environment into a frozen object; nothing else uses process.env. The
// names are fixed: automation relies on them. docs/configuration.md is generated from this schema (npm run docs:config), so
// this is the only place that describes a setting.
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { oidcSettings } from './access/oidc-settings.ts'
import { isNetwork } from './addresses/network-list.ts'
import { checkSettings } from './check-settings.ts'
import { databaseAddresses } from './database-settings.ts'
import { dkimZone } from './dkim-zone-setting.ts'
import { AWS_KEY } from './email/ses/ses-url.ts'
import { objectStoreSetting } from './objects/object-store-url.ts'
import { AllowedHostList } from './outgoing/allowed-hosts.ts'
import { postmasterSettings } from './postmaster-settings.ts'
import { isRelease, PROGRAM_ROOT, programVersion } from './program.ts'
import { otherForm, readSecretFiles } from './secret-files.ts'
import { readSettingsFile } from './settings-file.ts'
import { problemsBetweenSettings } from './settings-problems.ts'
import { otlpSettings } from './tracing/otlp-settings.ts'
import { mailTransport } from './transport-setting.ts'

/**
 * The default folder of data is next to a checkout, wherever it is started from. A release may be in a cache of npm, so its default is
 * relative to the caller, as a path that is set.
 */
const BASE_OF_DATA = isRelease ? '.' : PROGRAM_ROOT

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)

const port = wholeNumber(0, 65535)

// Each thread uses up to three database connections; the embedded database accepts enough for this many.
const MOST_SEND_THREADS = 32

const apiKey = (prefix: 'sk_' | 'pk_') =>
  z
    .string()
    .regex(
      new RegExp(`^${prefix}[A-Za-z0-9_-]{32,200}$`),
      `must be ${prefix} and 32 to 200 letters or digits`,
    )

const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .transform((text) => text.replace(/\/+$/, ''))

const dnsServers = z
  .string()
  .regex(/^[0-9a-fA-F.:[\]]+(,\s*[0-9a-fA-F.:[\]]+)*$/, 'must be a comma-separated list of ip or ip:port')
  .transform((text) => text.split(',').map((part) => part.trim()))

const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every(isNetwork),
    'must be a comma-separated list of addresses or ranges, such as 10.0.0.0/8, fd00::/8',
  )

const awsKey = z.string().regex(AWS_KEY, 'must have printable characters and no spaces')

const yesNo = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true')

const encryptionKey = z
  .string()
  .min(32, 'must have at least 32 characters, for example the output of: openssl rand -base64 32')

const server = z.object({
  PORT: port.default(3000).describe('Port of the HTTP API and the dashboard; 0 picks a free port.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address to listen on for HTTP, and for SMTP unless SMTP_HOST or BOUNCE_HOST is set. 0.0.0.0 opens the service to the network; behind a reverse proxy on the same machine the default is right.',
    ),
  HEALTH_PORT: wholeNumber(1, 65535)
    .optional()
    .describe(
      'Port on which a node with the role worker serves /health, /ready and /metrics, at HOST. Not set: it serves nothing. Other nodes serve them on PORT.',
    ),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'Public address of this server; links in emails begin with it, and people use the dashboard there. Default: http://localhost:PORT, and the dashboard works at the IP addresses of the server, too. A node with the role worker uses the value of the nodes that answer HTTP.',
    ),
  TRUST_PROXY: yesNo
    .default(false)
    .describe('true if a reverse proxy in front of this server sets X-Forwarded-For.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, 'must have 16 to 200 printable characters and no spaces')
    .optional()
    .describe(
      'Token for GET /metrics, 16 to 200 printable characters, sent as Authorization: Bearer <token>. If it is set, every request needs it. If not, only requests from this machine can read the metrics, and only if TRUST_PROXY is false.',
    ),
  DNS_SERVERS: dnsServers
    .optional()
    .describe('DNS servers to use: a comma-separated list of ip or ip:port. Default: those of the system.'),
  ...checkSettings,
  ...postmasterSettings,
  ALLOW_PRIVATE_HOSTS: AllowedHostList.optional().describe(
    'Private hosts that webhooks, workflow steps and the transports of projects may reach: a comma-separated list of host names, IP addresses and networks, for example n8n.internal,10.1.0.0/16. Default: none; requests go to public addresses only.',
  ),
  ALLOW_PROJECT_MX: yesNo
    .default(false)
    .describe(
      'true lets projects add transports of type mx, which deliver to the mail servers of recipients from the addresses of this server. Bad email of one project then harms the reputation of all.',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Least severe level to log.'),
  WORKER_CONCURRENCY: wholeNumber(1, 100)
    .default(4)
    .describe('Maximum number of background jobs that one process runs at the same time.'),
})

const database = z.object({
  DATA_DIR: z
    .string()
    .min(1)
    .default('./data')
    .describe(
      'Folder of the encryption key and the embedded database. If root runs Lettermill in a folder that other users cannot enter, the database is kept in /var/lib/lettermill instead; the banner shows the folder in use.',
    ),
  ...databaseAddresses,
  OBJECT_STORE: objectStoreSetting
    .optional()
    .describe(
      'Bucket of an S3-compatible store for bytes that would fill the database: s3://bucket?region=eu-west-1 at AWS, s3://KEY:SECRET@bucket?endpoint=https://minio.example elsewhere (docs/objects.md has its options). Default: none; everything is in PostgreSQL. It must be the same on all nodes.',
    ),
  DATABASE_POOL_SIZE: wholeNumber(2, 500)
    .default(20)
    .describe(
      'Maximum number of database connections of the main thread, per process. Sending threads have their own, see SEND_THREADS. With DATABASE_DIRECT_URL, as many to PgBouncer and as many to PostgreSQL.',
    ),
  ENCRYPTION_KEY: encryptionKey
    .optional()
    .describe(
      'Secret that protects stored secrets and signs links. Default: generated in DATA_DIR. Required with DATABASE_URL, and the same on all nodes: a node with another key does not start.',
    ),
})

const limits = z.object({
  API_RATE_PER_MINUTE: wholeNumber(0, 10_000_000)
    .default(1000)
    .describe(
      'Requests per minute, per project, counted across all nodes; 0 = no limit. Requests with a public key are rejected while less than half of it is left.',
    ),
  AUTH_FAILURES_PER_MINUTE: wholeNumber(0, 1_000_000)
    .default(300)
    .describe('Requests with a wrong key per minute, per IPv4 address or IPv6 network (/64); 0 = no limit.'),
  JSON_LIMIT_MB: wholeNumber(1, 512)
    .default(16)
    .describe(
      'Largest JSON body, in megabytes, with a secret key; POST /v1/track takes 1 MB. Parsing keeps the node busy for about 3 ms per megabyte.',
    ),
  IMPORT_LIMIT_MB: wholeNumber(1, 100_000)
    .default(200)
    .describe('Largest file of a contact import, in megabytes.'),
})

const retention = z.object({
  MAIL_RETENTION_DAYS: wholeNumber(31, 36_500)
    .default(365)
    .describe(
      'Days to keep the record of an email with its history, opens and clicks. Whole months are deleted.',
    ),
  CONTENT_RETENTION_DAYS: wholeNumber(1, 36_500)
    .default(45)
    .describe(
      'Days to keep the content of an email: its variables, body, attachments and the bytes in the built-in inbox. Whole months are deleted, so content is kept up to 31 days longer.',
    ),
  EVENT_RETENTION_DAYS: wholeNumber(31, 36_500)
    .default(395)
    .describe('Days to keep events. Whole months are deleted.'),
  CONSENT_RETENTION_DAYS: wholeNumber(0, 36_500)
    .default(1_095)
    .describe(
      'Days to keep the consent ledger of a deleted contact, under a keyed hash of its address. The ledger of a contact that exists is always kept.',
    ),
  WORKFLOW_RETENTION_DAYS: wholeNumber(1, 36_500)
    .default(90)
    .describe(
      'Days to keep executions of workflows with their history after they have ended. The contacts that have entered a workflow are remembered for as long as the workflow exists.',
    ),
})

const firstStart = z.object({
  BOOTSTRAP_SECRET_KEY: apiKey('sk_')
    .optional()
    .describe('For unattended installation: the secret key of the first project, instead of a random one.'),
  BOOTSTRAP_PUBLIC_KEY: apiKey('pk_')
    .optional()
    .describe('For unattended installation: the public key of the first project.'),
  ADMIN_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('For unattended installation: address of the owner account. Requires ADMIN_PASSWORD.'),
  ADMIN_PASSWORD: z
    .string()
    .min(12, 'must have at least 12 characters')
    .optional()
    .describe('For unattended installation: password of the owner account.'),
})

const email = z.object({
  MAIL_TRANSPORT: mailTransport
    .default('inbox:')
    .describe(
      'Where email goes: inbox: (kept on this machine), smtp://user:pass@host:587, smtps://user:pass@host:465, ses://region for the API of Amazon SES (docs/providers.md has its options), or mx: for own delivery to the mail servers of recipients (docs/own-delivery.md has its options). With a password the relay must offer TLS with a valid certificate, except on this machine; ?tls=required asks that of any relay, ?verify=false takes any certificate; ?sign=false leaves DKIM to the relay; ?provider=sendgrid (or another name of docs/providers.md) names the provider of a relay with a host name of its own.',
    ),
  AWS_ACCESS_KEY_ID: awsKey
    .optional()
    .describe(
      'Access key for MAIL_TRANSPORT=ses://region and OBJECT_STORE=s3://bucket. It can be in the URL instead: ses://KEY:SECRET@region, s3://KEY:SECRET@bucket.',
    ),
  AWS_SECRET_ACCESS_KEY: awsKey.optional().describe('The secret of AWS_ACCESS_KEY_ID.'),
  AWS_SESSION_TOKEN: awsKey
    .optional()
    .describe(
      'Session token, if AWS_ACCESS_KEY_ID is temporary. Email waits when it has expired, until a start with a new one.',
    ),
  SEND_RATE_PER_SECOND: wholeNumber(0, 1_000_000)
    .default(14)
    .describe('Maximum emails per second, per project and transport; 0 = no limit.'),
  MAIL_CONNECTIONS: wholeNumber(1, 1_000)
    .default(50)
    .describe(
      'Maximum connections to the relay at the same time, per node. Fewer are used while the relay refuses some of them (421, connection refused).',
    ),
  MARKETING_EMAILS_AHEAD: wholeNumber(1, 50)
    .default(4)
    .describe(
      'How many marketing emails per connection may be sent before their results are stored. More are faster, because results are stored together; after a crash at most this number times MAIL_CONNECTIONS emails come twice. Transactional email always has one per connection.',
    ),
  SEND_THREADS: wholeNumber(0, MOST_SEND_THREADS)
    .optional()
    .describe(
      `Maximum number of threads that compose, sign and send email, per process. One always runs; the others start when there is work for them, and end after a quiet minute. Each uses up to three database connections, in addition to those of DATABASE_POOL_SIZE. Default: the number of cores, at most ${MOST_SEND_THREADS}. 0 is allowed only for a node with the role api.`,
    ),
  MAIL_HOSTNAME: z
    .hostname('must be a host name')
    .optional()
    .describe('Name of this mail server (EHLO, return-path MX, SPF). Default: the host of PUBLIC_URL.'),
  DKIM_ZONE: dkimZone
    .optional()
    .describe(
      'Zone of this server for DKIM keys, such as dkim.mailer.example: domains can then point to it by CNAME, and their keys are replaced without a change of their DNS (docs/domains.md). Default: none. It must be the same on all nodes.',
    ),
  SMTP_PORT: port
    .default(2587)
    .describe(
      'Port of SMTP submission, which encrypts by STARTTLS, of nodes that answer HTTP; 0 = off. A node whose port is taken says so and works without it.',
    ),
  SMTPS_PORT: port
    .default(0)
    .describe('Port of SMTP submission that is encrypted from the first byte, usually 465; 0 = off.'),
  SMTP_TRUSTED_NETWORKS: networks
    .optional()
    .describe(
      'Networks whose programs may sign in to SMTP submission without TLS, beside this machine: a comma-separated list of addresses or ranges, such as 10.0.0.0/8. Containers need it for plain SMTP.',
    ),
  SMTP_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('Address on which SMTP submission listens; 0.0.0.0 opens it to the network. Default: HOST.'),
  BOUNCE_PORT: port.default(2525).describe('Port that accepts bounces; 0 = off.'),
  BOUNCE_HOST: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Address on which bounces are accepted; mail servers reach it only if it is open to the network, for example 0.0.0.0. Default: HOST.',
    ),
  SMTP_TLS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe(
      'File with the TLS certificate for bounces and SMTP submission (PEM). Default: a self-signed one, made once and kept in the database.',
    ),
  SMTP_TLS_KEY: z.string().min(1).optional().describe('File with its private key (PEM).'),
})

/** The settings as docs/configuration.md shows them. */
export const SETTING_GROUPS = [
  { title: 'Server', settings: server },
  { title: 'Database', settings: database },
  { title: 'Limits', settings: limits },
  {
    title: 'Retention',
    note: 'Totals and suppressions are kept forever. A month is kept as long as one of its emails is still waiting.',
    settings: retention,
  },
  {
    title: 'First start',
    note: 'The keys are used only by the first start on an empty database, the owner account by every start at which nobody has an account yet.',
    settings: firstStart,
  },
  {
    title: 'Sign-in with OpenID Connect',
    note: 'See [accounts.md](accounts.md#sign-in-with-openid-connect).',
    settings: oidcSettings,
  },
  {
    title: 'Email',
    settings: email,
  },
  {
    title: 'Traces',
    note: 'See [observability.md](observability.md#traces).',
    settings: otlpSettings,
  },
]

export const settingsSchema = z.object({
  ...server.shape,
  ...database.shape,
  ...limits.shape,
  ...retention.shape,
  ...firstStart.shape,
  ...oidcSettings.shape,
  ...email.shape,
  ...otlpSettings.shape,
})

type Settings = z.output<typeof settingsSchema>
/** `sendThreads`: SEND_THREADS, or a number based on the cores. */
export type Config = Readonly<Settings & { publicUrl: string; sendThreads: number; version: string }>

/** Whether email stays on this machine, in the built-in inbox. */
export const isInbox = ({ MAIL_TRANSPORT }: Pick<Config, 'MAIL_TRANSPORT'>): boolean =>
  MAIL_TRANSPORT === 'inbox:'

/** All problems of the environment at once, one per line. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(
      `The settings have ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((p) => `  - ${p}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/**
 * Copies the settings of the file, or else of the default one, into the environment, where every later readConfig finds
 * them. Values that the environment already has take precedence.
 */
export function addSettingsFile(file?: string): void {
  const before = { ...process.env }
  for (const [name, value] of Object.entries(readSettingsFile(file))) {
    const names = [name, otherForm(name) ?? name]
    if (names.every((one) => (before[one] ?? '') === '')) process.env[name] = value
  }
}

/** The values of a few settings, as the environment has them; empty ones are left out. */
export const readSome = (names: readonly (keyof Settings)[]): Partial<Record<keyof Settings, string>> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value ? [[name, value] as const] : []
    }),
  )

/** Reads and checks the settings; an empty value counts as unset. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const set = Object.entries(environment).filter(
    (entry): entry is [string, string] => (entry[1] ?? '') !== '',
  )
  const { secrets, problems } = readSecretFiles(Object.fromEntries(set))
  const given: Record<string, string | undefined> = { ...Object.fromEntries(set), ...secrets }
  const parsed = settingsSchema.safeParse(given)
  const issues = parsed.success ? [] : parsed.error.issues
  problems.push(
    ...issues.map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...problemsBetweenSettings(given),
  )
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  const settings = parsed.data
  return Object.freeze({
    ...settings,
    DATA_DIR: path.resolve(given.DATA_DIR === undefined ? BASE_OF_DATA : '.', settings.DATA_DIR),
    publicUrl: settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    sendThreads: settings.SEND_THREADS ?? Math.min(availableParallelism(), MOST_SEND_THREADS),
    version: programVersion(),
  })
}
