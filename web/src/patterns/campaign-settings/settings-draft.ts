import type { Campaign } from '../../api/sending/campaigns.ts'

export type SettingsFields = Pick<
  Campaign,
  | 'description'
  | 'utm'
  | 'archived'
  | 'ratePerMinute'
  | 'sendAtLocalTime'
  | 'bestHour'
  | 'canary'
  | 'variants'
  | 'test'
  | 'goal'
  | 'holdout'
  | 'controlGroup'
>

/** A campaign that is being edited, as far as the settings use it. */
export type SettingsDraft = {
  fields: SettingsFields & { subject: string | null }
  /** By the path of the field. */
  errors: Readonly<Record<string, string>>
  change: (changes: Partial<SettingsFields>) => void
}
