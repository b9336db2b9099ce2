import { advise, failed, good, notApplicable, unknown, warning } from '../check-finding.ts'
import type { Verdict } from '../check-finding.ts'

export type ClockAnswer =
  | { status: 'none' }
  | { status: 'unanswered'; source: string; reason: string }
  /** How far this clock is ahead, and how wrong that can be. */
  | { status: 'compared'; source: string; aheadMs: number; uncertainMs: number }

// Receivers allow minutes for the times of signatures and emails, second factors half a minute.
const GOOD_MS = 5_000
const BAD_MS = 30_000

const SYNC = advise('Let the system set its clock by NTP.', {
  command: 'timedatectl set-ntp true && timedatectl status',
})

export function judgeClock(answer: ClockAnswer): Verdict {
  if (answer.status === 'none') {
    return notApplicable(
      'There is nothing to compare the clock with: the database is on this machine, and NTP_SERVER is not set.',
      advise(
        'Look at the clock of the system, or set NTP_SERVER to a time server, such as pool.ntp.org, and restart.',
        {
          command: 'timedatectl status',
        },
      ),
    )
  }
  const { source } = answer
  if (answer.status === 'unanswered') return unknown(`${source}: ${answer.reason}`)
  const offMs = Math.max(0, Math.abs(answer.aheadMs) - answer.uncertainMs)
  const found = `The clock is ${describe(answer.aheadMs)} ${source}.`
  if (offMs > BAD_MS) return failed(`${found} Signatures, links and second factors can be refused.`, SYNC)
  return offMs > GOOD_MS ? warning(found, SYNC) : good(found)
}

function describe(aheadMs: number): string {
  const seconds = Math.abs(aheadMs / 1_000).toFixed(1)
  if (seconds === '0.0') return 'in step with'
  return `${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
}
