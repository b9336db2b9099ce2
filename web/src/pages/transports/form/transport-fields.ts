// The fields of the form of a transport as texts, and the bodies of the calls that they become. Each type has fields of its
// own, and those of the others keep what was typed.
import type { z } from 'zod'
import type {
  TransportCreate,
  TransportPatch,
} from '../../../../../src/features/transports/transports.schema.ts'
import type { TransportType } from '../../../../../src/features/transports/transports.values.ts'
import type { Transport } from '../../../api/connections/transports.ts'
import { changes, numberOf } from './field-values.ts'
import { changedMxSettings, mxFieldsOf, NEW_MX, newMxSettings } from './mx-fields.ts'
import type { MxFields } from './mx-fields.ts'
import { changedSesSettings, NEW_SES, newSesSettings, sesFieldsOf } from './ses-fields.ts'
import type { SesFields } from './ses-fields.ts'
import { changedSmtpSettings, NEW_SMTP, newSmtpSettings, smtpFieldsOf } from './smtp-fields.ts'
import type { SmtpFields } from './smtp-fields.ts'

export type TransportFields = {
  name: string
  type: TransportType
  smtp: SmtpFields
  ses: SesFields
  mx: MxFields
  isDefault: boolean
  ratePerSecond: string
  maxConnections: string
}

export const NEW_TRANSPORT: TransportFields = {
  name: '',
  type: 'smtp',
  smtp: NEW_SMTP,
  ses: NEW_SES,
  mx: NEW_MX,
  isDefault: false,
  ratePerSecond: '',
  maxConnections: '',
}

export function fieldsOf(transport: Transport): TransportFields {
  const { name, type, isDefault, ratePerSecond, maxConnections } = transport
  return {
    name,
    type,
    smtp: transport.type === 'smtp' ? smtpFieldsOf(transport.settings) : NEW_SMTP,
    ses: transport.type === 'ses' ? sesFieldsOf(transport.settings) : NEW_SES,
    mx: transport.type === 'mx' ? mxFieldsOf(transport.settings) : NEW_MX,
    isDefault,
    ratePerSecond: String(ratePerSecond),
    maxConnections: String(maxConnections),
  }
}

const bodyOf = (fields: TransportFields) => ({
  name: fields.name.trim(),
  ratePerSecond: numberOf(fields.ratePerSecond),
  maxConnections: numberOf(fields.maxConnections),
  isDefault: fields.isDefault,
})

export function createBody(fields: TransportFields): z.input<typeof TransportCreate> {
  const { type } = fields
  switch (type) {
    case 'smtp':
      return { ...bodyOf(fields), type, settings: newSmtpSettings(fields.smtp) }
    case 'ses':
      return { ...bodyOf(fields), type, settings: newSesSettings(fields.ses) }
    case 'mx':
      return { ...bodyOf(fields), type, settings: newMxSettings(fields.mx) }
  }
}

/** Only changed fields: somebody else may be changing the rest. */
export function patchBody(fields: TransportFields, first: TransportFields): z.input<typeof TransportPatch> {
  const settings = changedSettings(fields, first)
  const body = changes(bodyOf(fields), bodyOf(first))
  // The schema refuses an emptied number.
  return { ...body, ...(Object.keys(settings).length > 0 && { settings }) } as z.input<typeof TransportPatch>
}

function changedSettings(fields: TransportFields, first: TransportFields) {
  switch (fields.type) {
    case 'smtp':
      return changedSmtpSettings(fields.smtp, first.smtp)
    case 'ses':
      return changedSesSettings(fields.ses, first.ses)
    case 'mx':
      return changedMxSettings(fields.mx, first.mx)
  }
}
