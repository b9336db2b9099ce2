import { queryOptions, useQuery } from '@tanstack/react-query'
import { isInbox } from '../../api/accounts/account.ts'
import type { Account } from '../../api/accounts/account.ts'
import { call } from '../../api/client/client.ts'
import { INSTANCE_DESTINATIONS } from '../../api/connections/destinations.ts'
import { INSTANCE_FEEDBACK } from '../../api/connections/feedback.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { buttonClass } from '../../components/forms/button.tsx'
import { Copyable } from '../../components/copy-button.tsx'
import { Card, Facts } from '../../components/page.tsx'
import { DestinationsCard } from '../../patterns/destinations/destinations-card.tsx'
import { FeedbackCard } from '../../patterns/feedback/feedback-card.tsx'
import { DkimZoneCard } from './dkim-zone/dkim-zone-card.tsx'
import { MachineChecksCard } from './machine-checks/machine-checks-card.tsx'
import { PostmasterCard } from './postmaster/postmaster-card.tsx'
import { instanceTexts as texts } from './settings.texts.ts'

const POLL_MS = 10_000

const readyQuery = queryOptions({
  queryKey: ['ready'] as const,
  queryFn: ({ signal }) => call<unknown>('/ready', { signal, waitsForSession: false }),
  refetchInterval: POLL_MS,
  retry: false,
})

export function InstanceTab() {
  const { account, may } = useProject()
  // Others are refused: MAIL_TRANSPORT serves all projects.
  const isOperator = account.user.isOperator && may('owner')
  const { version, publicUrl, transport } = account.instance
  // Email in the inbox and own delivery have no provider.
  const hasProvider = !isInbox(account) && transport !== 'mx'
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <Card title={texts.title}>
        <Facts
          facts={[
            [texts.version, version],
            [texts.state, <State key="state" />],
            [texts.url, <Copyable key="url" text={publicUrl} label={texts.copyUrl} />],
            [texts.transport, transportText(account)],
          ]}
        />
        <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
          <p className="min-w-0 grow basis-60 text-xs text-soft">{texts.more}</p>
          <a href="/docs" target="_blank" rel="noreferrer" className={buttonClass({ size: 'small' })}>
            {texts.docs}
          </a>
        </div>
      </Card>
      {isOperator && <MachineChecksCard />}
      {isOperator && <DkimZoneCard />}
      {isOperator && <PostmasterCard />}
      {isOperator && transport === 'mx' && <DestinationsCard path={INSTANCE_DESTINATIONS} />}
      {isOperator && hasProvider && <FeedbackCard path={INSTANCE_FEEDBACK} />}
    </div>
  )
}

function transportText(account: Account): string {
  if (isInbox(account)) return texts.inbox
  const { transport } = account.instance
  if (transport === 'mx') return texts.mx
  return transport === 'ses' ? texts.ses : texts.smtp
}

function State() {
  const { isPending, isError } = useQuery(readyQuery)
  if (isPending) return <Badge>{texts.checking}</Badge>
  return <Badge tone={isError ? 'bad' : 'good'}>{isError ? texts.notReady : texts.ready}</Badge>
}
