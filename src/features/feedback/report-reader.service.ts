// Reads reports in a thread, where they can be ended. One at a time, so that the other thread stays with the templates of
// the projects; networks take turns, so that a crowd of hostile reports of one waits behind itself.
import type { Deps } from '../../platform/deps.ts'
import { AppError } from '../../platform/errors.ts'
import type { Feedback } from '../../platform/email/feedback/feedback.ts'
import { createTurns } from '../../platform/concurrency/turns.ts'
import { createWorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import type { WorkBudgets } from '../../platform/concurrency/work-budgets.ts'
import type { BounceLimits } from './bounce-limits.ts'
import { tryAgain } from './bounce-refusal.ts'
import type { Taken } from './bounce-recipients.service.ts'
import { readReportTask } from './feedback.threads.ts'

const READING_AT_ONCE = 1
const LANE = 'bounces'
const SECONDS_PER_DAY = 86_400

type Given = { limits: BounceLimits; networks: WorkBudgets }
type Report = { raw: Uint8Array; network: string; takers: readonly Taken[] }

/** Undefined for a report that nobody can read and that has been put off often enough. */
export type ReportReader = (report: Report) => Promise<Feedback | undefined>

export function createReportReader(deps: Deps, { limits, networks }: Given): ReportReader {
  const { clock, log, threads } = deps
  const task = { ...readReportTask, limitMs: limits.readMs }
  const inTurn = createTurns(READING_AT_ONCE)
  const puttingOff = createWorkBudgets({
    clock,
    burst: limits.unreadablePerDay,
    perSecond: limits.unreadablePerDay / SECONDS_PER_DAY,
  })

  return async ({ raw, network, takers }) => {
    try {
      const { feedback, workMs } = await inTurn(network, () => threads.run(task, raw, { lane: LANE }))
      networks.charge(network, workMs)
      return feedback
    } catch (error) {
      // No thread is free, or the node stops: that is not the report's fault.
      if (error instanceof AppError) throw error
      networks.charge(network, task.limitMs)
      const facts = { err: error, network, bytes: raw.byteLength, takers }
      if (puttingOff.take(ownerOf(takers, network), 1)) {
        log.warn(facts, 'a report could not be read; its sender is asked to try again')
        throw tryAgain()
      }
      log.error(
        facts,
        'a report could not be read again and is dropped; what it says about the email is lost',
      )
      return undefined
    }
  }
}

/** Who loses when it is put off too often: the email it is about, else who sent it. */
function ownerOf(takers: readonly Taken[], network: string): string {
  const [first] = takers
  return first === undefined || first.use === 'role' ? network : first.email.emailId
}
