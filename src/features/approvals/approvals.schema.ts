import { z } from 'zod'
import { addressSearch, listFields, PageQuery } from '../../platform/http/replies/paging.schema.ts'
import { lineUpTo } from '../../platform/schemas/bounded.schema.ts'
import { APPROVAL_STATES, APPROVAL_TOOLS } from './approvals.values.ts'

const State = z
  .enum(APPROVAL_STATES)
  .describe(
    'WAITING until a person decides, EXPIRED if nobody did in seven days. APPROVED: it was carried out. FAILED: it was approved, but could not be carried out any more, as `error` says; nothing was sent.',
  )

const summary = {
  id: z.string(),
  state: State,
  tool: z.enum(APPROVAL_TOOLS).describe('The tool that the agent called.'),
  title: z.string().describe('Subject of the email, or name of the campaign.'),
  recipients: z
    .int()
    .nullable()
    .describe('Number of recipients when it was requested; null if they could not be counted.'),
  keyId: z.string().describe('The API key that requested it.'),
  keyName: z.string(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decidedBy: z.string().nullable().describe('Address of the person who decided.'),
  url: z.string().describe('Its page in the dashboard.'),
}

export const ApprovalSummary = z.object(summary).meta({ id: 'ApprovalSummary' })

export const Approval = z
  .object({
    ...summary,
    arguments: z
      .record(z.string(), z.unknown())
      .describe('The fields of POST /v1/send, or the id of the campaign and its options.'),
    result: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('With APPROVED: the answer of what was carried out.'),
    error: z
      .object({ code: z.string(), message: z.string(), suggestion: z.string() })
      .meta({ id: 'ApprovalError' })
      .nullable()
      .describe('With FAILED: why it could not be carried out.'),
    reason: z.string().nullable().describe('With REJECTED: what the person wrote.'),
  })
  .meta({ id: 'Approval' })

export const ApprovalList = z
  .object({ approvals: z.array(ApprovalSummary), ...listFields })
  .meta({ id: 'ApprovalList' })

export const ApprovalListQuery = PageQuery.extend({
  state: z.enum(APPROVAL_STATES).optional().describe('Only approvals in this state.'),
  search: addressSearch.describe('Part of the title or of the name of the API key; case-insensitive.'),
})

const LONGEST_REASON = 200

export const ApprovalRejection = z
  .object({
    reason: lineUpTo(LONGEST_REASON)
      .trim()
      .min(1, 'must not be empty')
      .nullish()
      .describe('Why; the agent can read it.'),
  })
  .meta({ id: 'ApprovalRejection' })
