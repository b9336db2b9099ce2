// The settings of an account at SES: defaults, the forms of their texts, and when the secret key has to be given again.
import type { z } from 'zod'
import {
  AWS_KEY,
  isConfigurationSet,
  isSesEndpoint,
  isSesRegion,
} from '../../../platform/email/ses/ses-url.ts'
import { invalidSettings } from '../settings-rules.ts'
import type { SettingsChange } from '../settings-rules.ts'
import type { SesSettings, SesSettingsCreate, SesSettingsPatch } from './ses-settings.schema.ts'

/** As stored and as shown. */
export type StoredSesSettings = z.infer<typeof SesSettings>
/** Stored encrypted. */
export type SesSecrets = { secretAccessKey: string }

type NewSettings = { settings: StoredSesSettings; secrets: SesSecrets }

/** @throws AppError VALIDATION_ERROR */
export function readSesSettings({
  region,
  accessKeyId,
  secretAccessKey,
  configurationSet = null,
  endpoint = null,
  sign,
}: z.output<typeof SesSettingsCreate>): NewSettings {
  const settings = { region, accessKeyId, configurationSet, endpoint, sign: sign ?? true }
  return { settings: checked(settings), secrets: readSecrets(secretAccessKey) }
}

/** @throws AppError VALIDATION_ERROR */
function checked(settings: StoredSesSettings): StoredSesSettings {
  const { region, accessKeyId, configurationSet, endpoint } = settings
  if (!isSesRegion(region)) throw invalidSettings('region', 'must be a region of AWS, such as eu-west-1')
  if (!AWS_KEY.test(accessKeyId)) throw invalidSettings('accessKeyId', NOT_A_KEY)
  if (configurationSet !== null && !isConfigurationSet(configurationSet)) {
    throw invalidSettings('configurationSet', 'must have letters, digits, - and _ only')
  }
  if (endpoint === null) return settings
  if (!isSesEndpoint(endpoint)) {
    throw invalidSettings('endpoint', 'must be an address such as https://vpce-1.example.com, without a path')
  }
  return { ...settings, endpoint: new URL(endpoint).origin }
}

const NOT_A_KEY = 'must have printable characters and no spaces'

function readSecrets(secretAccessKey: string): SesSecrets {
  if (AWS_KEY.test(secretAccessKey)) return { secretAccessKey }
  throw invalidSettings('secretAccessKey', NOT_A_KEY)
}

/** Requests are signed only for the account and the server that the owner of the key meant. */
const BOUND_TO_SECRETS = ['region', 'endpoint', 'accessKeyId'] as const

/** The settings after a change. @throws AppError VALIDATION_ERROR */
export function changeSesSettings(
  before: StoredSesSettings,
  { secretAccessKey, ...fields }: z.output<typeof SesSettingsPatch>,
): SettingsChange<StoredSesSettings, SesSecrets> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const settings = checked({ ...before, ...given })
  const isElsewhere = BOUND_TO_SECRETS.some((name) => settings[name] !== before[name])
  if (secretAccessKey !== undefined) return { settings, secrets: readSecrets(secretAccessKey) }
  if (isElsewhere) {
    throw invalidSettings('secretAccessKey', `must be given again when ${BOUND_TO_SECRETS.join(', ')} change`)
  }
  return { settings, secrets: null }
}
