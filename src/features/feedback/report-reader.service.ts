// Parses reports in a thread, which can be terminated. One at a time, so that the other thread is free for templates; networks
// take turns, so that hostile reports of one network do not hold up others.
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import { createWorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import type { WorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import type { BounceLimits } from './bounce-limits.ts'
import { tryAgain } from './bounce-refusal.ts'
import type { BounceRecipient } from './bounce-recipients.service.ts'
import { readReportTask } from './feedback.threads.ts'

const CONCURRENT_READS = 1
const LANE = 'bounces'
const SECONDS_PER_DAY = 86_400

type ReaderOptions = { limits: BounceLimits; networks: WorkBudgets }
type Report = { raw: Uint8Array; network: string; recipients: readonly BounceRecipient[] }

/** Returns undefined for a report that cannot be parsed and was postponed often enough. */
export type ReportReader = (report: Report) => Promise<Feedback | undefined>

export function createReportReader(deps: Deps, { limits, networks }: ReaderOptions): ReportReader {
  const { clock, log, threads } = deps
  const task = { ...readReportTask, limitMs: limits.readMs }
  const inTurn = createTurns(CONCURRENT_READS)
  const postponements = createWorkBudgets({
    clock,
    burst: limits.unreadablePerDay,
    perSecond: limits.unreadablePerDay / SECONDS_PER_DAY,
  })

  return async ({ raw, network, recipients }) => {
    try {
      const { feedback, workMs } = await inTurn(network, () => threads.run(task, raw, { lane: LANE }))
      networks.charge(network, workMs)
      return feedback
    } catch (error) {
      // No thread is free, or the node is stopping: not the fault of the report.
      if (error instanceof AppError) throw error
      networks.charge(network, task.limitMs)
      const facts = { err: error, network, bytes: raw.byteLength, recipients }
      if (postponements.take(budgetKeyOf(recipients, network), 1)) {
        log.warn(facts, 'a report could not be read; its sender is asked to try again')
        throw tryAgain()
      }
      log.error(facts, 'a report could not be read again and is dropped; its effect on the email is lost')
      return undefined
    }
  }
}

/** Postponements are limited per email, or else per network. */
function budgetKeyOf(recipients: readonly BounceRecipient[], network: string): string {
  const [first] = recipients
  return first === undefined || !('email' in first) ? network : first.email.emailId
}
