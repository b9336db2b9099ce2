import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Projects } from '../../platform/db/tables.ts'
import type { ProjectPatch } from './projects.schema.ts'
import type { FrequencyCapSetting } from '../../platform/schemas/frequency-cap.schema.ts'
import type { QuietHoursRecord } from './sending-limits.schema.ts'

export type QuietHoursSetting = z.infer<typeof QuietHoursRecord>

export type SendingLimits = {
  frequencyCap: FrequencyCapSetting | null
  quietHours: QuietHoursSetting | null
  holdAtMostHours: number
}

type LimitColumns = Pick<Selectable<Projects>, 'frequency_cap' | 'quiet_hours' | 'hold_at_most_hours'>

export const limitsOf = (row: LimitColumns): SendingLimits => ({
  frequencyCap: row.frequency_cap as FrequencyCapSetting | null,
  quietHours: row.quiet_hours as QuietHoursSetting | null,
  holdAtMostHours: row.hold_at_most_hours,
})

type Patch = z.infer<typeof ProjectPatch>

/** The columns of the given settings; undefined ones stay as they are. */
export const toLimitColumns = ({ frequencyCap, quietHours, holdAtMostHours }: Patch) => ({
  frequency_cap: asColumn(frequencyCap),
  quiet_hours: asColumn(quietHours && { ...quietHours, weekdays: quietHours.weekdays ?? null }),
  hold_at_most_hours: holdAtMostHours,
})

/** Whether a change decides anew when marketing email is sent. */
export const changesLimits = ({ frequencyCap, quietHours, holdAtMostHours, timezone }: Patch): boolean =>
  [frequencyCap, quietHours, holdAtMostHours, timezone].some((setting) => setting !== undefined)

const asColumn = (value: object | null | undefined): string | null | undefined =>
  value === null || value === undefined ? value : JSON.stringify(value)
