// The effects of approvals, by the name of the tool. The features that send are above this one: app.ts passes their effects in.
import type { CallerSource } from '../../platform/consent-source.ts'
import type { LateDb } from '../../platform/db/transactions/late-db.ts'
import type { ProjectId } from '../../platform/ids.ts'
import type { ApprovalTool } from './approvals.values.ts'

export type SendingCall = {
  projectId: ProjectId
  source: CallerSource
  arguments: Record<string, unknown>
  now: Date
}

export type SendingOutcome = {
  /** Subject of the email, or name of the campaign. */
  title: string
  /** The number of addresses; undefined for a campaign, whose recipients are selected when it starts. */
  recipients?: number
  result: Record<string, unknown>
  /** The result without ids: those of a dry run never exist. */
  preview: Record<string, unknown>
}

/**
 * Sends in the transaction that `late` begins, and nowhere else: rolled back, nothing was sent.
 * @throws AppError if the call is invalid, or refused by what it names
 */
export type SendingEffect = (late: LateDb, call: SendingCall) => Promise<SendingOutcome>

export type SendingEffects = Record<ApprovalTool, SendingEffect>
