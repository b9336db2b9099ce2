// The fields of an account at SES as texts, and the settings that they become.
import type { z } from 'zod'
import type {
  SesSettings,
  SesSettingsCreate,
  SesSettingsPatch,
} from '../../../../../src/features/transports/ses/ses-settings.schema.ts'
import { changes } from './field-values.ts'

export type SesFields = {
  region: string
  accessKeyId: string
  /** Empty: the stored one stays. */
  secretAccessKey: string
  configurationSet: string
  endpoint: string
  sign: boolean
}

export const NEW_SES: SesFields = {
  region: '',
  accessKeyId: '',
  secretAccessKey: '',
  configurationSet: '',
  endpoint: '',
  sign: true,
}

export const sesFieldsOf = (settings: z.infer<typeof SesSettings>): SesFields => ({
  ...settings,
  secretAccessKey: '',
  configurationSet: settings.configurationSet ?? '',
  endpoint: settings.endpoint ?? '',
})

const settingsOf = ({ region, accessKeyId, configurationSet, endpoint, sign }: SesFields) => ({
  region: region.trim(),
  accessKeyId: accessKeyId.trim(),
  configurationSet: configurationSet.trim() || null,
  endpoint: endpoint.trim() || null,
  sign,
})

export const newSesSettings = (fields: SesFields): z.input<typeof SesSettingsCreate> => ({
  ...settingsOf(fields),
  secretAccessKey: fields.secretAccessKey.trim(),
})

/** Only changed fields. */
export const changedSesSettings = (
  fields: SesFields,
  first: SesFields,
): z.input<typeof SesSettingsPatch> => ({
  ...changes(settingsOf(fields), settingsOf(first)),
  ...(fields.secretAccessKey !== '' && { secretAccessKey: fields.secretAccessKey.trim() }),
})

/** The server signs only for the account and the server that the owner of the key meant. */
const BOUND_TO_SECRET = ['region', 'accessKeyId', 'endpoint'] as const

/** Whether the stored secret key has to be given again. */
export const needsSecretKey = (fields: SesFields, first: SesFields): boolean =>
  BOUND_TO_SECRET.some((name) => fields[name] !== first[name])
