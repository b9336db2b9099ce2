import { localTime } from '../../../platform/time/zone-clock.ts'

// The limit for the name of a campaign.
const LONGEST_NAME = 100

/** The name of the campaign of a run: that of the recurring campaign with the local time, such as "News, 2026-11-02 09:00". */
export function runName({ name, timezone }: { name: string; timezone: string }, at: Date): string {
  const local = new Date(localTime(at.getTime(), timezone) ?? at.getTime())
  const suffix = `, ${local.toISOString().slice(0, 16).replace('T', ' ')}`
  return (
    name
      .slice(0, LONGEST_NAME - suffix.length)
      .trimEnd()
      .toWellFormed() + suffix
  )
}
