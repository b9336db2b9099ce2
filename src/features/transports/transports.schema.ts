import { z } from 'zod'
import { listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { PROVIDERS } from '../../platform/email/feedback/providers/providers.values.ts'
import { lineUpTo } from '../../platform/schemas/bounded.schema.ts'
import { TLS_MODES, TRANSPORT_TYPES } from './transports.values.ts'

const LONGEST_NAME = 100
// A DNS name has at most 253 characters.
const LONGEST_HOST = 253
// Long enough for the access keys and tokens that relays use as passwords.
const LONGEST_CREDENTIAL = 1_000
// Microsoft's refresh tokens have more than a thousand characters.
const LONGEST_TOKEN = 5_000
const LONGEST_URL = 2_048
const MOST_RATE = 1_000_000
const MOST_CONNECTIONS = 1_000

const Name = lineUpTo(LONGEST_NAME).min(1, 'must not be empty').describe('Unique in the project.')

const host = lineUpTo(LONGEST_HOST)
  .min(1, 'must not be empty')
  .describe(
    'Host name or address of the mail server. It must be public, unless the operator of this server allows it with ALLOW_PRIVATE_HOSTS.',
  )
const port = z.int().min(1, 'must be at least 1').max(65_535, 'must be at most 65535')
const tls = z
  .enum(TLS_MODES)
  .describe(
    'implicit: TLS from the first byte, usually on port 465. required: STARTTLS. opportunistic: STARTTLS if the server offers it, which is not allowed with a password.',
  )
const user = lineUpTo(LONGEST_CREDENTIAL).min(1, 'must not be empty')
const password = lineUpTo(LONGEST_CREDENTIAL)
  .min(1, 'must not be empty')
  .describe('Stored encrypted, never shown.')
const verifyCertificate = z
  .boolean()
  .describe('false accepts a certificate that this server does not trust, or one of another name.')
const sign = z
  .boolean()
  .describe('false leaves DKIM to the relay, which then has to sign with a key of the domain.')
const provider = z
  .enum(PROVIDERS)
  .describe(
    'The provider behind the host, if its name does not show it: its feedback is matched by a header.',
  )

const oauth2 = z
  .object({
    tokenUrl: lineUpTo(LONGEST_URL).describe(
      'Where access tokens are issued, by https, such as https://oauth2.googleapis.com/token.',
    ),
    clientId: lineUpTo(LONGEST_CREDENTIAL)
      .min(1, 'must not be empty')
      .describe('The id of the registered application.'),
    clientSecret: lineUpTo(LONGEST_TOKEN)
      .min(1, 'must not be empty')
      .describe('Stored encrypted, never shown.'),
    refreshToken: lineUpTo(LONGEST_TOKEN)
      .min(1, 'must not be empty')
      .nullish()
      .describe('For a mailbox whose owner has agreed. Without it, the application signs in by itself.'),
    scope: lineUpTo(LONGEST_CREDENTIAL)
      .nullish()
      .describe('The permissions to ask for, such as https://outlook.office365.com/.default.'),
  })
  .describe('Signs in with OAuth 2 instead of a password, as Microsoft 365 and Google require.')

export const SmtpSettingsCreate = z
  .object({
    host,
    port: port.nullish().describe('Default: 465 with tls implicit, otherwise 587.'),
    tls: tls.nullish().describe('Default: implicit on port 465, otherwise required.'),
    user: user.nullish(),
    password: password.nullish(),
    oauth2: oauth2.nullish(),
    verifyCertificate: verifyCertificate.nullish().describe('Default: true.'),
    sign: sign.nullish().describe('Default: true.'),
    provider: provider.nullish(),
  })
  .meta({ id: 'SmtpSettingsCreate' })

export const SmtpSettings = z
  .object({
    host: z.string(),
    port: z.int(),
    tls: z.enum(TLS_MODES),
    user: z.string().nullable(),
    hasPassword: z.boolean().describe('Whether a password is stored. It is never shown.'),
    oauth2: z
      .object({ tokenUrl: z.string(), clientId: z.string(), scope: z.string().nullable() })
      .nullable()
      .describe('OAuth 2 instead of a password, without its secrets.'),
    verifyCertificate: z.boolean(),
    sign: z.boolean(),
    provider: z.enum(PROVIDERS).nullable(),
  })
  .meta({ id: 'SmtpSettings' })

export const Transport = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(TRANSPORT_TYPES),
    settings: SmtpSettings,
    ratePerSecond: z.number().describe('Maximum emails per second; 0: no limit.'),
    maxConnections: z.int().describe('Maximum connections at the same time, per node.'),
    isDefault: z.boolean().describe('Whether it sends for domains that name no transports.'),
    domains: z
      .array(z.object({ id: z.string(), domain: z.string() }))
      .describe('The domains that name it; change them with PATCH /domains/{id}.'),
    state: z
      .object({
        status: z
          .enum(['working', 'failing'])
          .describe('failing: email waits, or leaves by another transport.'),
        lastError: z.string().nullable(),
        since: z.iso.datetime().nullable().describe('When it stopped working.'),
      })
      .describe('As the last attempts show.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Transport' })

export const TransportList = z
  .object({ transports: z.array(Transport), ...listFields })
  .meta({ id: 'TransportList' })

export const TransportListQuery = PageQuery

const ratePerSecond = z
  .number()
  .min(0, 'must be at least 0')
  .max(MOST_RATE, `must be at most ${MOST_RATE}`)
  .describe('Maximum emails per second; 0: no limit.')
const maxConnections = z
  .int()
  .min(1, 'must be at least 1')
  .max(MOST_CONNECTIONS, `must be at most ${MOST_CONNECTIONS}`)
  .describe('Maximum connections at the same time, per node.')
const isDefault = z
  .boolean()
  .describe('true: sends for domains that name no transports, instead of the one before.')

export const TransportCreate = z
  .object({
    name: Name,
    type: z.enum(TRANSPORT_TYPES).describe('smtp: a relay, that is a mail server that delivers for you.'),
    settings: SmtpSettingsCreate,
    ratePerSecond: ratePerSecond
      .nullish()
      .describe('Default: the rate that the operator has set for projects.'),
    maxConnections: maxConnections.nullish().describe('Default: 10.'),
    isDefault: isDefault.nullish().describe('Default: false.'),
  })
  .meta({ id: 'TransportCreate' })

export const TransportPatch = z
  .object({
    name: Name.optional(),
    settings: z
      .object({
        host: host.optional(),
        port: port.optional(),
        tls: tls.optional(),
        user: user.nullish().describe('null removes it, and the password with it.'),
        password: password.optional(),
        oauth2: oauth2.nullish().describe('null goes back to a password.'),
        verifyCertificate: verifyCertificate.optional(),
        sign: sign.optional(),
        provider: provider.nullish(),
      })
      .optional()
      .describe(
        'The fields to change. The password, or oauth2, has to be given again with another host, port, user or tls.',
      ),
    ratePerSecond: ratePerSecond.optional(),
    maxConnections: maxConnections.optional(),
    isDefault: isDefault.optional(),
  })
  .meta({ id: 'TransportPatch' })

export const TransportTest = z
  .object({
    ok: z.boolean().describe('Whether the server would accept email from Lettermill now. No email is sent.'),
    message: z.string().describe('The result of the test, with advice if it failed.'),
    reply: z.string().nullable().describe('The reply of the mail server, if it said why it refuses.'),
  })
  .meta({ id: 'TransportTest' })
