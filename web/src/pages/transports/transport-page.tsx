import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheck, PlugZap, TriangleAlert } from 'lucide-react'
import { destinationsOf } from '../../api/connections/destinations.ts'
import { feedbackOf } from '../../api/connections/feedback.ts'
import { testTransport, transportQuery } from '../../api/connections/transports.ts'
import type { Transport, TransportTest } from '../../api/connections/transports.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { classes } from '../../components/classes.ts'
import { Button } from '../../components/forms/button.tsx'
import { Page, PageBody } from '../../components/page.tsx'
import { formatExact } from '../../format/time.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { DestinationsCard } from '../../patterns/destinations/destinations-card.tsx'
import { FeedbackCard } from '../../patterns/feedback/feedback-card.tsx'
import { RecordUnavailable } from '../../patterns/record/record-unavailable.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { DefaultMark, TransportState } from '../../patterns/transport/transport-state.tsx'
import { serverOf } from './server-of.ts'
import { DomainsCard, FactsCard, SettingsCard } from './transport-cards.tsx'
import { transports as texts } from './transports.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/transports/$transportId')
const { detail } = texts

const callsOf = ({ id, type }: Transport) => [
  { name: texts.calls.read, path: `/transports/${id}` },
  { name: texts.calls.test, path: `/transports/${id}/test`, method: 'POST' as const },
  type === 'mx'
    ? { name: texts.calls.destinations, path: `/transports/${id}/destinations` }
    : { name: texts.calls.feedback, path: `/transports/${id}/feedback` },
]

export function TransportPage() {
  const { api } = useProject()
  const { transportId } = route.useParams()
  const query = useQuery(transportQuery(api, transportId))
  if (!query.data) return <RecordUnavailable query={query} />
  return <TransportView key={query.data.id} transport={query.data} />
}

function TransportView({ transport }: { transport: Transport }) {
  const { may } = useProject()
  const { id, name, type, updatedAt } = transport
  // The input tells which settings were tested: the result of others is not shown.
  const test = useChange({ call: (api, _version: string) => testTransport(api, id) })
  const isOwner = may('owner')
  return (
    <Page
      title={name}
      subtitle={serverOf(transport)}
      actions={
        <>
          <DefaultMark of={transport} />
          <TransportState of={transport} />
          <ShowAsCurl calls={callsOf(transport)} />
          {isOwner && (
            <Button
              look="primary"
              icon={<PlugZap />}
              isBusy={test.isPending}
              onClick={() => test.mutate(updatedAt)}
            >
              {detail.test}
            </Button>
          )}
        </>
      }
    >
      <PageBody>
        <RoleNotice needs="owner" />
        <FailureNotice state={transport.state} />
        {test.data && test.variables === updatedAt && <TestResult result={test.data} />}
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
          <div className="flex min-w-0 flex-col gap-4">
            {type === 'mx' && <DestinationsCard path={destinationsOf(id)} />}
            <SettingsCard transport={transport} />
            {/* Own delivery has no provider that reports: bounces come at once, or by email. */}
            {type !== 'mx' && isOwner && <FeedbackCard path={feedbackOf(id)} />}
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <DomainsCard transport={transport} />
            <FactsCard transport={transport} />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

const BOX = 'flex items-start gap-3 rounded-xl px-4 py-3 text-sm'

function FailureNotice({ state: { lastError, since } }: Pick<Transport, 'state'>) {
  if (lastError === null || since === null) return null
  return (
    <div role="alert" className={classes(BOX, 'bg-bad-soft text-bad')}>
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{detail.failing(lastError)}</p>
        <p className="mt-0.5">
          {detail.since(formatExact(since))} {detail.waits}
        </p>
      </div>
    </div>
  )
}

function TestResult({ result: { ok, message, reply } }: { result: TransportTest }) {
  const Icon = ok ? CircleCheck : TriangleAlert
  return (
    <div role="status" className={classes(BOX, ok ? 'bg-good-soft text-good' : 'bg-warn-soft text-warn')}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 grow">
        <p className="font-medium break-words">{message}</p>
        {reply !== null && (
          <p className="mt-0.5">
            {detail.reply} <code className="font-mono text-xs break-words">{reply}</code>
          </p>
        )}
      </div>
    </div>
  )
}
