import type { z } from 'zod'
import type { ExamplesOf } from '../../platform/http/openapi/openapi-examples.ts'
import type * as schemas from './approvals.schema.ts'

const summary: z.output<typeof schemas.ApprovalSummary> = {
  id: '019c2f60-3b10-7c42-9a1e-2d4f6b8c0e15',
  state: 'WAITING',
  tool: 'send_campaign',
  title: 'Spring sale',
  recipients: 4210,
  keyId: '019c2f5f-1a20-7b31-8c0d-1e3f5a7b9c0d',
  keyName: 'Assistant',
  requestedAt: '2026-03-02T11:05:00.000Z',
  expiresAt: '2026-03-09T11:05:00.000Z',
  decidedAt: null,
  decidedBy: null,
  url: 'https://mail.example.com/app/p/019c2f5e-0a10-7a21-8b0c-0d2e4f6a8b0c/approvals/019c2f60-3b10-7c42-9a1e-2d4f6b8c0e15',
}

export const approvalExamples = {
  ApprovalSummary: summary,
  Approval: {
    ...summary,
    arguments: {
      id: '019c2f60-0b10-7c42-9a1e-2d4f6b8c0e01',
      options: {},
      updatedAt: '2026-03-02T11:04:10.000Z',
    },
    result: null,
    error: null,
    reason: null,
  },
  ApprovalError: {
    code: 'CONFLICT',
    message: 'The campaign was changed after the request, so it was not sent.',
    suggestion: 'Check the campaign, and request it again.',
  },
  ApprovalList: { approvals: [summary], cursor: null, hasMore: false, total: 1 },
  ApprovalRejection: { reason: 'The offer ended yesterday.' },
} satisfies ExamplesOf<typeof schemas> & { ApprovalError: object }
