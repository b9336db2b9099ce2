import type { Deps } from '../../../platform/deps.ts'
import { readId } from '../../../platform/ids.ts'
import type { ApprovalId } from '../../../platform/ids.ts'
import { Approval } from '../../approvals/approvals.schema.ts'
import { noApproval, readApproval, toApproval } from '../../approvals/index.ts'
import { ApprovalIdInput } from '../mcp.schema.ts'
import { READS } from '../tool.ts'
import type { Tool } from '../tool.ts'

/** A key that may not read sees what it has requested itself. */
export const createApprovalTool = ({ database, clock, config }: Deps): Tool => ({
  name: 'get_approval',
  title: 'Get an approval',
  description: 'Get the decision of a person about a call that waits for approval, and its result.',
  operations: [],
  hints: READS,
  input: { also: ApprovalIdInput },
  output: Approval,
  async run({ args: { id }, agent: { projectId, key } }) {
    const approvalId = typeof id === 'string' ? readId<ApprovalId>(id) : undefined
    if (approvalId === undefined) throw noApproval()
    const row = await readApproval(database.db, { projectId, approvalId })
    const mayReadAll = key.scopes.some((scope) => scope === 'full' || scope === 'read')
    if (!mayReadAll && row.key_id !== key.id) throw noApproval()
    return toApproval(row, { now: clock.now(), publicUrl: config.publicUrl })
  },
})
