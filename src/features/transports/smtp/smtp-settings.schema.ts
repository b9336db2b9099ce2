// The settings of a relay, which speaks SMTP.
import { z } from 'zod'
import { PROVIDERS } from '../../../platform/email/feedback/providers/providers.values.ts'
import { lineUpTo } from '../../../platform/schemas/bounded.schema.ts'
import {
  filledLineUpTo,
  LONGEST_CREDENTIAL,
  LONGEST_HOST,
  LONGEST_URL,
  sign,
} from '../setting-fields.schema.ts'
import { TLS_MODES } from '../transports.values.ts'

// Microsoft's refresh tokens have more than a thousand characters.
const LONGEST_TOKEN = 5_000

const host = filledLineUpTo(LONGEST_HOST).describe(
  'Host name or address of the mail server. It must be public, unless the operator of this server allows it with ALLOW_PRIVATE_HOSTS.',
)
const port = z.int().min(1, 'must be at least 1').max(65_535, 'must be at most 65535')
const tls = z
  .enum(TLS_MODES)
  .describe(
    'implicit: TLS from the first byte, usually on port 465. required: STARTTLS. opportunistic: STARTTLS if the server offers it, which is not allowed with a password.',
  )
const user = filledLineUpTo(LONGEST_CREDENTIAL)
const password = filledLineUpTo(LONGEST_CREDENTIAL).describe('Stored encrypted, never shown.')
const verifyCertificate = z
  .boolean()
  .describe('false accepts a certificate that this server does not trust, or one of another name.')
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
    clientId: filledLineUpTo(LONGEST_CREDENTIAL).describe('The id of the registered application.'),
    clientSecret: filledLineUpTo(LONGEST_TOKEN).describe('Stored encrypted, never shown.'),
    refreshToken: filledLineUpTo(LONGEST_TOKEN)
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

export const SmtpSettingsPatch = z.object({
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
