import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import { createListing } from '../../platform/http/replies/listing.ts'
import { idParams } from '../../platform/http/replies/paging.schema.ts'
import type { ApprovalId } from '../../platform/ids.ts'
import { countApprovals, listApprovals } from './approvals.queries.ts'
import type { ApprovalRow } from './approvals.queries.ts'
import { Approval, ApprovalList, ApprovalListQuery, ApprovalRejection } from './approvals.schema.ts'
import { approve, readApproval, reject } from './approvals.service.ts'
import type { SendingEffects } from './sending-effects.ts'
import { toApproval, toApprovalSummary } from './to-approval.ts'

const tags = ['Approvals']

export function approvalRoutes(
  app: App,
  { clock, config, secrets }: Deps,
  { effects }: { effects: SendingEffects },
): void {
  const listing = createListing(secrets)
  const view = () => ({ now: clock.now(), publicUrl: config.publicUrl })
  const answer = (row: ApprovalRow) => toApproval(row, view())

  app.get(
    '/approvals',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listApprovals',
        summary: 'List approvals',
        description:
          'Returns the calls of agents that wait, or waited, for the decision of a person, newest first. They are deleted after 30 days.',
        querystring: ApprovalListQuery,
        response: answers({ 200: ApprovalList }),
      },
    },
    (request) => {
      const now = clock.now()
      return listing(request, {
        name: 'approvals',
        page: (db, query) => listApprovals(db, { ...query, now }),
        count: (db, query) => countApprovals(db, { ...query, now }),
        item: (row: ApprovalRow) => toApprovalSummary(row, view()),
      })
    },
  )

  app.get(
    '/approvals/:id',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'getApproval',
        summary: 'Get an approval',
        description: 'Returns what an agent wants to send, and the decision with its result.',
        params: idParams<'approval'>(),
        response: answers({ 200: Approval }, [404]),
      },
    },
    async ({ db, projectId, params }) => answer(await readApproval(db, { projectId, approvalId: params.id })),
  )

  app.post(
    '/approvals/:id/approve',
    {
      config: { access: 'member', role: 'member', audit: 'approval.approved', beginsLate: true },
      schema: {
        tags,
        operationId: 'approveApproval',
        summary: 'Approve what an agent wants to send',
        description:
          'Carries the call out, once. If it cannot be carried out any more, for example because the campaign was changed or deleted after the request, nothing is sent and the state is FAILED, with the `error`. Returns 409 if somebody has decided already, and 400 if it has expired.',
        params: idParams<'approval'>(),
        response: answers({ 200: Approval }, [404]),
      },
    },
    async (request) =>
      answer(await approve(request.late, { ...decisionOf(request), effects, now: clock.now() })),
  )

  app.post(
    '/approvals/:id/reject',
    {
      config: { access: 'member', role: 'member', audit: 'approval.rejected' },
      schema: {
        tags,
        operationId: 'rejectApproval',
        summary: 'Reject what an agent wants to send',
        description:
          'Nothing is sent. The agent can read the reason. Returns 409 if somebody has decided already, and 400 if it has expired.',
        params: idParams<'approval'>(),
        body: ApprovalRejection,
        response: answers({ 200: Approval }, [404]),
      },
    },
    async (request) => {
      const reason = request.body.reason ?? undefined
      return answer(await reject(request.db, { ...decisionOf(request), reason, now: clock.now() }))
    },
  )
}

type DecisionRequest = Pick<FastifyRequest, 'projectId' | 'member'> & { params: { id: ApprovalId } }

function decisionOf({ projectId, member, params }: DecisionRequest) {
  if (!member) throw new Error('only people decide')
  const { id, email } = member.user
  return { projectId, approvalId: params.id, person: { id, email } }
}
