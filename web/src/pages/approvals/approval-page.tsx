import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { approvalQuery } from '../../api/sending/approvals.ts'
import type { Approval } from '../../api/sending/approvals.ts'
import { useProject } from '../../app/use-project.ts'
import { Card, Facts, Page, PageBody } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ApprovalState } from './approval-state.tsx'
import { approvalTexts } from './approvals.texts.ts'
import { Decide } from './decide.tsx'
import { WouldBeSent } from './would-be-sent.tsx'

const route = getRouteApi('/signed-in/app/p/$projectId/approvals/$approvalId')
const { calls, detail: texts, outcomes, tools, waiting } = approvalTexts

export function ApprovalPage() {
  const { api } = useProject()
  const { approvalId } = route.useParams()
  const query = useQuery(approvalQuery(api, approvalId))
  if (!query.data) return <RecordUnavailable query={query} />
  return <ApprovalDetail key={approvalId} approval={query.data} />
}

function ApprovalDetail({ approval }: { approval: Approval }) {
  const { may } = useProject()
  const { id, title, state } = approval
  return (
    <Page
      title={title}
      actions={
        <>
          <ApprovalState state={state} />
          <ShowAsCurl calls={[{ name: calls.read, path: `/approvals/${id}` }]} />
          {state === 'WAITING' && may('member') && <Decide approval={approval} />}
        </>
      }
    >
      <PageBody>
        <RoleNotice needs="member" />
        <Outcome approval={approval} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
          <WouldBeSent approval={approval} />
          <RequestFacts approval={approval} />
        </div>
      </PageBody>
    </Page>
  )
}

const LOOKS: Record<Approval['state'], string> = {
  WAITING: 'bg-warn-soft text-warn',
  APPROVED: 'bg-good-soft text-good',
  REJECTED: 'bg-neutral-soft text-soft',
  FAILED: 'bg-bad-soft text-bad',
  EXPIRED: 'bg-neutral-soft text-soft',
}

function Outcome({ approval: { state, error, reason } }: { approval: Approval }) {
  return (
    <div className={`rounded-xl px-4 py-3 text-sm ${LOOKS[state]}`}>
      <p role="status" className="font-medium">
        {state === 'WAITING' ? waiting : outcomes[state]}
      </p>
      {error && (
        <p>
          {error.message} {error.suggestion}
        </p>
      )}
      {reason !== null && (
        <p>
          {texts.reason}: {reason}
        </p>
      )}
    </div>
  )
}

function RequestFacts({ approval }: { approval: Approval }) {
  const { tool, recipients, keyName, requestedAt, expiresAt, decidedAt, decidedBy } = approval
  return (
    <Card title={texts.request}>
      <Facts
        facts={[
          [texts.what, tools[tool]],
          [texts.recipients, approvalTexts.recipients(recipients)],
          [texts.key, keyName],
          [texts.requested, <Time key="requested" at={requestedAt} />],
          decidedAt === null && [texts.expires, <Time key="expires" at={expiresAt} />],
          decidedAt !== null && [texts.decided, <Time key="decided" at={decidedAt} />],
          decidedBy !== null && [texts.decidedBy, decidedBy],
        ]}
      />
    </Card>
  )
}
