// The settings of a transport, by its type. The folder with its name has the rules of a type.
import type { z } from 'zod'
import { invalidFields } from '../../platform/errors.ts'
import { changeMxSettings, readMxSettings } from './mx/mx-settings.ts'
import type { StoredMxSettings } from './mx/mx-settings.ts'
import { MxSettingsPatch } from './mx/mx-settings.schema.ts'
import { changeSesSettings, readSesSettings } from './ses/ses-settings.ts'
import type { StoredSesSettings } from './ses/ses-settings.ts'
import { SesSettingsPatch } from './ses/ses-settings.schema.ts'
import { changeSmtpSettings, readSmtpSettings } from './smtp/smtp-settings.ts'
import type { StoredSmtpSettings } from './smtp/smtp-settings.ts'
import { SmtpSettingsPatch } from './smtp/smtp-settings.schema.ts'
import type { TransportSecrets } from './transport-secrets.ts'
import type { TransportCreate, TransportPatch } from './transports.schema.ts'
import type { TransportType } from './transports.values.ts'

type SettingsByType = { smtp: StoredSmtpSettings; ses: StoredSesSettings; mx: StoredMxSettings }

/** The settings as stored, without secrets: `type` tells which they are. */
export type TypedSettings = {
  [Type in TransportType]: { type: Type; settings: SettingsByType[Type] }
}[TransportType]

/** `secrets`: undefined if the server asks for no sign-in. */
export type NewSettings = TypedSettings & { secrets: TransportSecrets | undefined }

/** @throws AppError VALIDATION_ERROR */
export function readSettings({ type, settings }: z.output<typeof TransportCreate>): NewSettings {
  switch (type) {
    case 'smtp':
      return { type, ...readSmtpSettings(settings) }
    case 'ses':
      return { type, ...readSesSettings(settings) }
    case 'mx':
      return { type, ...readMxSettings(settings) }
  }
}

export type SettingsPatch = NonNullable<z.output<typeof TransportPatch>['settings']>
export type ChangedSettings = TypedSettings & { secrets: TransportSecrets | undefined | null }

const PATCHES = { smtp: SmtpSettingsPatch, ses: SesSettingsPatch, mx: MxSettingsPatch }

/** The settings after a change, which keeps the type. @throws AppError VALIDATION_ERROR */
export function changeSettings(
  before: TypedSettings & { secrets: Buffer | null },
  patch: SettingsPatch,
): ChangedSettings {
  const { type, settings } = before
  requireFieldsOf(type, patch)
  switch (type) {
    case 'smtp':
      return { type, ...changeSmtpSettings({ settings, hasSecrets: before.secrets !== null }, patch) }
    case 'ses':
      return { type, ...changeSesSettings(settings, patch) }
    case 'mx':
      return { type, ...changeMxSettings(settings, patch) }
  }
}

/** A field of another type would be lost. */
function requireFieldsOf(type: TransportType, patch: SettingsPatch): void {
  const foreign = Object.entries(patch).filter(
    ([name, value]) => value !== undefined && !(name in PATCHES[type].shape),
  )
  if (foreign.length === 0) return
  const problems = foreign.map(([name]) => ({
    field: `settings.${name}`,
    message: `is not a setting of a transport of type ${type}`,
    code: 'custom' as const,
  }))
  throw invalidFields(...problems)
}
