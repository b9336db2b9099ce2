import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as sesSchemas from './ses/ses-settings.schema.ts'
import type * as smtpSchemas from './smtp/smtp-settings.schema.ts'
import type * as schemas from './transports.schema.ts'

const settings: z.output<typeof smtpSchemas.SmtpSettings> = {
  host: 'smtp.relay.example',
  port: 587,
  tls: 'required',
  user: 'shop',
  hasPassword: true,
  oauth2: null,
  verifyCertificate: true,
  sign: true,
  provider: null,
}

const transport: z.output<typeof schemas.Transport> = {
  id: '019c2f9a-6f41-7c02-9d1e-3b5a8f6c2e17',
  name: 'Relay of the shop',
  type: 'smtp',
  settings,
  ratePerSecond: 14,
  maxConnections: 10,
  isDefault: false,
  domains: [{ id: '019c2f80-9be4-7d77-8c06-e52a1f3d9b40', domain: 'mail.shop.example' }],
  state: { status: 'working', lastError: null, since: null },
  createdAt: '2026-02-02T11:04:27.552Z',
  updatedAt: '2026-02-02T11:04:27.552Z',
}

const settingsInput: z.input<typeof smtpSchemas.SmtpSettingsCreate> = {
  host: 'smtp.relay.example',
  user: 'shop',
  password: 'correct horse battery staple',
}

const sesSettings: z.output<typeof sesSchemas.SesSettings> = {
  region: 'eu-west-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  configurationSet: 'shop',
  endpoint: null,
  sign: true,
}

const sesSettingsInput: z.input<typeof sesSchemas.SesSettingsCreate> = {
  region: 'eu-west-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  configurationSet: 'shop',
}

export const transportExamples = {
  SmtpSettings: settings,
  SmtpSettingsCreate: settingsInput,
  SmtpTransport: transport,
  SmtpTransportCreate: { name: 'Relay of the shop', type: 'smtp', settings: settingsInput },
  SesSettings: sesSettings,
  SesSettingsCreate: sesSettingsInput,
  SesTransport: { ...transport, name: 'SES of the shop', type: 'ses', settings: sesSettings },
  SesTransportCreate: { name: 'SES of the shop', type: 'ses', settings: sesSettingsInput },
  Transport: transport,
  TransportList: { transports: [transport], cursor: null, hasMore: false, total: 1 },
  TransportCreate: { name: 'Relay of the shop', type: 'smtp', settings: settingsInput },
  TransportPatch: { ratePerSecond: 50, isDefault: true },
  TransportTest: { ok: true, message: 'The server accepts the connection and the sign-in.', reply: null },
} satisfies ExamplesOf<typeof schemas & typeof smtpSchemas & typeof sesSchemas>
