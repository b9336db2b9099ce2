import type { z } from 'zod'
import type { ApprovalRow } from './approvals.queries.ts'
import type { Approval, ApprovalSummary } from './approvals.schema.ts'
import type { ApprovalState, ApprovalTool } from './approvals.values.ts'

/** `publicUrl`: the address of the dashboard. */
type View = { now: Date; publicUrl: string }

export const stateOf = (
  { decision, expires_at: expiresAt }: Pick<ApprovalRow, 'decision' | 'expires_at'>,
  now: Date,
): ApprovalState => {
  if (decision !== null) return decision as ApprovalState
  return expiresAt > now ? 'WAITING' : 'EXPIRED'
}

export const toApprovalSummary = (
  row: ApprovalRow,
  { now, publicUrl }: View,
): z.output<typeof ApprovalSummary> => ({
  id: row.id,
  state: stateOf(row, now),
  tool: row.tool as ApprovalTool,
  title: row.title,
  recipients: row.recipients,
  keyId: row.key_id,
  keyName: row.key_name,
  requestedAt: row.requested_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decided_by_name,
  url: `${publicUrl}/app/p/${row.project_id}/approvals/${row.id}`,
})

type StoredResult = Partial<Pick<z.output<typeof Approval>, 'result' | 'error' | 'reason'>>

export function toApproval(row: ApprovalRow, view: View): z.output<typeof Approval> {
  const { result = null, error = null, reason = null } = (row.result ?? {}) as StoredResult
  return {
    ...toApprovalSummary(row, view),
    arguments: row.arguments as Record<string, unknown>,
    result,
    error,
    reason,
  }
}
