// The fields of own delivery as texts, and the settings that they become.
import type { z } from 'zod'
import type {
  MxSettings,
  MxSettingsCreate,
  MxSettingsPatch,
} from '../../../../../src/features/transports/mx/mx-settings.schema.ts'
import { LIMITED_NAMES } from '../../../../../src/platform/email/mx/destination-limits.values.ts'
import type { LimitedName } from '../../../../../src/platform/email/mx/destination-limits.values.ts'
import { changes, numberOf } from './field-values.ts'

/** Empty: the usual limit. */
export type LimitFields = { connections: string; perMinute: string }

export type MxFields = {
  port: string
  /** One per line, or separated by commas. */
  localAddresses: string
  warmUp: boolean
  /** Only of receivers that have other limits than the usual ones. */
  limits: Partial<Record<LimitedName, LimitFields>>
}

export const NEW_MX: MxFields = { port: '25', localAddresses: '', warmUp: false, limits: {} }

export const USUAL_LIMITS: LimitFields = { connections: '', perMinute: '' }

const textOf = (limit: number | undefined): string => (limit === undefined ? '' : String(limit))

export const mxFieldsOf = ({
  port,
  localAddresses,
  warmUp,
  limits,
}: z.infer<typeof MxSettings>): MxFields => ({
  port: String(port),
  localAddresses: localAddresses.join('\n'),
  warmUp,
  limits: Object.fromEntries(
    Object.entries(limits).map(([name, { connections, perMinute }]) => [
      name,
      { connections: textOf(connections), perMinute: textOf(perMinute) },
    ]),
  ),
})

/** The receivers with and without limits of their own, in their order. */
export const receiversOf = ({ limits }: Pick<MxFields, 'limits'>) => ({
  changed: LIMITED_NAMES.filter((name) => limits[name] !== undefined),
  usual: LIMITED_NAMES.filter((name) => limits[name] === undefined),
})

const settingsOf = ({ port, localAddresses, warmUp, limits }: MxFields) => ({
  port: numberOf(port),
  localAddresses: localAddresses.split(/[\s,]+/).filter((address) => address !== ''),
  warmUp,
  limits: limitsOf(limits),
})

/** Without what was left empty. */
function limitsOf(limits: MxFields['limits']): z.infer<typeof MxSettings>['limits'] {
  const given = receiversOf({ limits }).changed.map((name) => {
    const fields = Object.entries(limits[name] ?? USUAL_LIMITS).filter(([, text]) => text.trim() !== '')
    return [name, Object.fromEntries(fields.map(([field, text]) => [field, Number(text)]))] as const
  })
  return Object.fromEntries(given.filter(([, fields]) => Object.keys(fields).length > 0))
}

export const newMxSettings = (fields: MxFields): z.input<typeof MxSettingsCreate> => settingsOf(fields)

/** Only changed fields. The limits are one of them: those that are not sent become the usual ones again. */
export const changedMxSettings = (fields: MxFields, first: MxFields): z.input<typeof MxSettingsPatch> =>
  // The schema refuses an emptied number.
  changes(settingsOf(fields), settingsOf(first)) as z.input<typeof MxSettingsPatch>
