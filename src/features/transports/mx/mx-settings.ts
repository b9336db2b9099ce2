// The settings of own delivery: defaults, and the forms of its addresses.
import { isIP } from 'node:net'
import type { z } from 'zod'
import { MX_PORT } from '../../../platform/email/mx/mx-url.ts'
import { AppError } from '../../../platform/errors.ts'
import { invalidSettings } from '../settings-rules.ts'
import type { SettingsChange } from '../settings-rules.ts'
import type { MxSettings, MxSettingsCreate, MxSettingsPatch } from './mx-settings.schema.ts'

/** As stored and as shown. */
export type StoredMxSettings = z.infer<typeof MxSettings>

/** @throws AppError VALIDATION_ERROR */
export function readMxSettings({ port, localAddresses, warmUp, limits }: z.output<typeof MxSettingsCreate>): {
  settings: StoredMxSettings
  secrets: undefined
} {
  const settings = {
    port: port ?? MX_PORT,
    localAddresses: localAddresses ?? [],
    warmUp: warmUp ?? false,
    limits: limits ?? {},
  }
  return { settings: checked(settings), secrets: undefined }
}

function checked(settings: StoredMxSettings): StoredMxSettings {
  const wrong = settings.localAddresses.find((address) => isIP(address) === 0)
  if (wrong === undefined) return settings
  throw invalidSettings('localAddresses', `must be IP addresses of this server; ${wrong} is none`)
}

/** The settings after a change. @throws AppError VALIDATION_ERROR */
export function changeMxSettings(
  before: StoredMxSettings,
  fields: z.output<typeof MxSettingsPatch>,
): SettingsChange<StoredMxSettings, never> {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return { settings: checked({ ...before, ...given }), secrets: null }
}

export const NOT_ALLOWED = 'This server does not deliver to mail servers for projects.'

/** @throws AppError FORBIDDEN: bad email of one project harms the reputation of the server for all. */
export function requireMxAllowed({ ALLOW_PROJECT_MX }: { ALLOW_PROJECT_MX: boolean }): void {
  if (ALLOW_PROJECT_MX) return
  throw new AppError('FORBIDDEN', {
    message: NOT_ALLOWED,
    suggestion:
      'Use a relay (type smtp) or Amazon SES (type ses), or ask the operator of this server to set ALLOW_PROJECT_MX=true.',
  })
}
