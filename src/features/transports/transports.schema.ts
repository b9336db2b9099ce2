import { z } from 'zod'
import { listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { MxSettings, MxSettingsCreate, MxSettingsPatch } from './mx/mx-settings.schema.ts'
import { SesSettings, SesSettingsCreate, SesSettingsPatch } from './ses/ses-settings.schema.ts'
import { filledLineUpTo } from './setting-fields.schema.ts'
import { SmtpSettings, SmtpSettingsCreate, SmtpSettingsPatch } from './smtp/smtp-settings.schema.ts'
import type { TransportType } from './transports.values.ts'

const LONGEST_NAME = 100
const MOST_RATE = 1_000_000
const MOST_CONNECTIONS = 1_000

const Name = filledLineUpTo(LONGEST_NAME).describe('Unique in the project.')

const transport = <Type extends TransportType, Settings extends z.ZodType>(type: Type, settings: Settings) =>
  z.object({
    id: z.string(),
    name: z.string(),
    type: z.literal(type),
    settings,
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

export const Transport = z
  .discriminatedUnion('type', [
    transport('smtp', SmtpSettings).meta({ id: 'SmtpTransport' }),
    transport('ses', SesSettings).meta({ id: 'SesTransport' }),
    transport('mx', MxSettings).meta({ id: 'MxTransport' }),
  ])
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

const TYPE_TEXTS: Record<TransportType, string> = {
  smtp: 'A relay, that is a mail server that delivers for you.',
  ses: 'Amazon SES, by its API.',
  mx: 'The mail servers of recipients, without a provider. Only if the operator of this server allows it.',
}

const newTransport = <Type extends TransportType, Settings extends z.ZodType>(
  type: Type,
  settings: Settings,
) =>
  z.object({
    name: Name,
    type: z.literal(type).describe(TYPE_TEXTS[type]),
    settings,
    ratePerSecond: ratePerSecond
      .nullish()
      .describe('Default: the rate that the operator has set for projects.'),
    maxConnections: maxConnections.nullish().describe('Default: 10.'),
    isDefault: isDefault.nullish().describe('Default: false.'),
  })

export const TransportCreate = z
  .discriminatedUnion('type', [
    newTransport('smtp', SmtpSettingsCreate).meta({ id: 'SmtpTransportCreate' }),
    newTransport('ses', SesSettingsCreate).meta({ id: 'SesTransportCreate' }),
    newTransport('mx', MxSettingsCreate).meta({ id: 'MxTransportCreate' }),
  ])
  .meta({ id: 'TransportCreate' })

export const TransportPatch = z
  .object({
    name: Name.optional(),
    settings: z
      .object({ ...SmtpSettingsPatch.shape, ...SesSettingsPatch.shape, ...MxSettingsPatch.shape })
      .optional()
      .describe(
        'The fields to change, which are those of its type. The password, or oauth2, has to be given again with another host, port, user or tls; the secret key of SES with another region, endpoint or access key.',
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
    reply: z.string().nullable().describe('The reply of the server, if it said why it refuses.'),
  })
  .meta({ id: 'TransportTest' })
