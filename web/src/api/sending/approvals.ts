import type { z } from 'zod'
import type {
  ApprovalList,
  ApprovalSummary as ApprovalSummarySchema,
  Approval as ApprovalSchema,
} from '../../../../src/features/approvals/approvals.schema.ts'
import type { ProjectApi } from '../client/client.ts'
import { listOptions } from '../client/lists.ts'
import { recordOptions } from '../client/records.ts'

export type Approval = z.infer<typeof ApprovalSchema>
export type ApprovalSummary = z.infer<typeof ApprovalSummarySchema>

export const approvalsQuery = (
  api: ProjectApi,
  filter: { state?: ApprovalSummary['state'] | undefined; search?: string | undefined } = {},
) => listOptions<z.infer<typeof ApprovalList>>(api, '/approvals', filter)

export const approvalQuery = (api: ProjectApi, id: string) => recordOptions<Approval>(api, ['/approvals', id])

export const approve = (api: ProjectApi, id: string) => api.post<Approval>(`/approvals/${id}/approve`, {})

export const reject = (api: ProjectApi, id: string, reason: string | undefined) =>
  api.post<Approval>(`/approvals/${id}/reject`, { reason })
