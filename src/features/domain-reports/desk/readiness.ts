// Whether a stricter policy would lose email of the owner: decided by the messages that are known to be theirs.
import type { StrictPolicy } from '../domain-reports.values.ts'
import type { Counts } from './desk.queries.ts'

type ReadinessFacts = { totals: Counts; days: number; reportedDays: number; policy: string | null }

/** Reports about fewer days do not show what is sent once a week. */
const LEAST_DAYS = 7
const LEAST_MESSAGES = 100
/** A rejected email is lost; one in the spam folder can be found. */
const LEAST_SHARE: Record<StrictPolicy, number> = { quarantine: 0.98, reject: 0.995 }

export type Readiness = { policy: StrictPolicy; ready: boolean; reason: string }

export function readinessFor(policy: StrictPolicy, facts: ReadinessFacts): Readiness {
  const { totals, days, reportedDays } = facts
  const numbers = `${counted(totals.oursAligned)} of ${counted(totals.ours)} messages of yours passed DMARC in ${days} days${shareOf(totals)}.`
  const others = totals.messages - totals.ours - (totals.aligned - totals.oursAligned)
  const stopped = others > 0 ? ` The policy would stop ${counted(others)} others that do not pass.` : ''
  const refuse = (why: string): Readiness => ({ policy, ready: false, reason: `${why} ${numbers}${stopped}` })
  if (reportedDays < LEAST_DAYS) {
    return refuse(`There are reports about ${reportedDays} of ${LEAST_DAYS} days that are needed.`)
  }
  if (totals.ours < LEAST_MESSAGES) return refuse(`Too few messages to decide: ${LEAST_MESSAGES} are needed.`)
  if (totals.oursAligned < totals.ours * LEAST_SHARE[policy]) {
    return refuse(`At least ${(LEAST_SHARE[policy] * 100).toLocaleString('en')} % have to pass.`)
  }
  if (policy === 'reject' && facts.policy !== 'quarantine' && facts.policy !== 'reject') {
    return refuse('Publish p=quarantine first.')
  }
  return { policy, ready: true, reason: `${numbers}${stopped}` }
}

const counted = (count: number): string => count.toLocaleString('en')

/** Rounded down, so that 100 % is everything. */
const shareOf = ({ ours, oursAligned }: Counts): string =>
  ours === 0 ? '' : ` (${(Math.floor((oursAligned / ours) * 1000) / 10).toFixed(1)} %)`
