import { useQuery } from '@tanstack/react-query'
import { destinationsQuery } from '../../api/connections/destinations.ts'
import type { Destination, DestinationsPath } from '../../api/connections/destinations.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { Skeleton } from '../../components/notices/skeleton.tsx'
import { Card } from '../../components/page.tsx'
import { Time } from '../../format/time.tsx'
import { nameOf, reasonOf, warmUpsOf } from './destination-words.ts'
import type { WarmUp } from './destination-words.ts'
import { destinationTexts as texts } from './destinations.texts.ts'

/** The receivers of own delivery. The list is polled, so a receiver that is slowed down appears by itself. */
export function DestinationsCard({ path }: { path: DestinationsPath }) {
  const { api } = useProject()
  const { data, error, refetch } = useQuery(destinationsQuery(api, path))
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 rounded-xl" />
  const { destinations } = data
  const hasWarmUp = destinations.some((destination) => warmUpsOf(destination).length > 0)
  const slowed = destinations.filter(({ state }) => state.status === 'slowed').length
  return (
    <Card title={texts.title} actions={slowed > 0 && <Badge tone="warn">{texts.slowed(slowed)}</Badge>}>
      {destinations.length === 0 ? (
        <p className="text-sm text-soft">{texts.none}</p>
      ) : (
        <>
          <p className="mb-1 text-sm text-soft">
            {texts.text} {hasWarmUp && texts.warmUpText}
          </p>
          <ul aria-label={texts.list} className="divide-y divide-line text-sm">
            {destinations.map((destination) => (
              <DestinationRow key={destination.name} destination={destination} />
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/** Beyond it the server does not count. */
const MOST_WAITING = 10_000

function DestinationRow({ destination }: { destination: Destination }) {
  const { waiting, state, limits } = destination
  return (
    <li className="py-3 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium break-all">{nameOf(destination)}</span>
        <Badge tone={state.status === 'working' ? 'good' : 'warn'}>{texts.states[state.status]}</Badge>
        <span className="tabular ml-auto text-soft">
          {waiting === 0 ? texts.noneWaiting : texts.waiting(waiting, MOST_WAITING)}
        </span>
      </p>
      <Trouble destination={destination} />
      <p className="mt-1 text-xs text-soft">{texts.limits(limits)}</p>
      {warmUpsOf(destination).map((warmUp) => (
        <WarmUpDay key={warmUp.localAddress} warmUp={warmUp} />
      ))}
    </li>
  )
}

function Trouble({ destination }: { destination: Destination }) {
  const { since, nextTryAt } = destination.state
  const reason = reasonOf(destination)
  if (reason === undefined || since === null || nextTryAt === null) return null
  return (
    <div className="mt-1.5 rounded-lg bg-warn-soft px-3 py-2 text-warn">
      <p className="break-words">{reason}</p>
      <p className="mt-0.5 text-xs">
        {texts.began} <Time at={since} />, {texts.triedAgain} <Time at={nextTryAt} />
      </p>
    </div>
  )
}

function WarmUpDay({ warmUp: { localAddress, day, used, limit } }: { warmUp: WarmUp }) {
  const label = texts.warmUp(localAddress, day)
  return (
    <div className="mt-1.5 text-xs text-soft">
      <p className="mb-1 flex flex-wrap justify-between gap-x-3">
        <span className="break-all">{label}</span>
        <span className="tabular">{texts.used(used, limit)}</span>
      </p>
      <Progress label={label} done={used} total={limit} />
    </div>
  )
}
