import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './transports.schema.ts'

const settings: z.output<typeof schemas.SmtpSettings> = {
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

const settingsInput: z.input<typeof schemas.SmtpSettingsCreate> = {
  host: 'smtp.relay.example',
  user: 'shop',
  password: 'correct horse battery staple',
}

export const transportExamples = {
  SmtpSettings: settings,
  SmtpSettingsCreate: settingsInput,
  Transport: transport,
  TransportList: { transports: [transport], cursor: null, hasMore: false, total: 1 },
  TransportCreate: { name: 'Relay of the shop', type: 'smtp', settings: settingsInput },
  TransportPatch: { ratePerSecond: 50, isDefault: true },
  TransportTest: { ok: true, message: 'The server accepts the connection and the sign-in.', reply: null },
} satisfies ExamplesOf<typeof schemas>
