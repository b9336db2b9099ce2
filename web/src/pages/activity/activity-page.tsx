import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Activity, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { eventNamesQuery, eventListQuery } from '../../api/audience/events.ts'
import type { ProjectEvent } from '../../api/audience/events.ts'
import { pollAtTop } from '../../api/client/lists.ts'
import { overviewQuery } from '../../api/project/overview.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { useProject } from '../../app/use-project.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { formatCount } from '../../format/number.ts'
import { Page, PageBody, Toolbar } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { EventRow } from '../../patterns/event/event-row.tsx'
import { EmptyWithCall } from '../../patterns/list/empty-with-call.tsx'
import { MoreButton } from '../../patterns/list/show-more.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { ListStates, NothingFound } from '../../patterns/list/list-states.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { CampaignsCard, WorkflowsCard } from '../../patterns/running/running-cards.tsx'
import { activity as texts } from './activity.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import type { LoadedList } from '../../patterns/list/use-list.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/activity')

// A project can have thousands of names.
const MAX_CHIPS = 12

const chip =
  'inline-flex h-8 max-w-56 items-center gap-1.5 rounded-full border border-line bg-panel px-3 text-xs font-medium text-soft hover:text-text data-[status=active]:border-accent data-[status=active]:bg-accent-soft data-[status=active]:text-accent-text'

const EXAMPLE = { email: 'ada@example.com', event: 'order.paid', data: { plan: 'pro' } }

export function ActivityPage() {
  const { api } = useProject()
  const { name, q: search } = route.useSearch()
  const [isPaused, setIsPaused] = useState(false)
  const [isHovered, setIsHovered] = useState(false)
  const isLive = !isPaused && !isHovered
  const list = useList(
    {
      ...eventListQuery(api, { name, search }),
      refetchInterval: isLive ? pollAtTop : false,
      // Also stops live updates; the first fetch is always allowed.
      enabled: ({ state }) => isLive || state.data === undefined,
    },
    'events',
  )
  // The events come below these: shown earlier, they would jump.
  const names = useQuery(eventNamesQuery(api))
  const overview = useQuery(overviewQuery(api))
  const isLoaded = names.isFetched && overview.isFetched
  return (
    <Page
      title={texts.title}
      subtitle={texts.subtitle}
      actions={
        <>
          <ShowAsCurl calls={[{ name: curlTexts.names.list, path: '/events', query: { name, search } }]} />
          <Badge tone={isLive ? 'good' : 'neutral'}>{isLive ? texts.live : texts.paused}</Badge>
          <Button icon={isPaused ? <Play /> : <Pause />} onClick={() => setIsPaused(!isPaused)}>
            {isPaused ? texts.resume : texts.pause}
          </Button>
        </>
      }
    >
      {isLoaded ? <Events list={list} onHover={setIsHovered} /> : <RowSkeletons />}
    </Page>
  )
}

type EventsProps = {
  list: LoadedList<ProjectEvent>
  /** Rows must not move while they are read. */
  onHover: (isHovered: boolean) => void
}

function Events({ list, onHover }: EventsProps) {
  const { name, q } = route.useSearch()
  const { change } = usePageSearch()
  const isFiltered = name !== undefined || q !== undefined
  return (
    <>
      <Toolbar>
        <ListSearch label={listTexts.searchByAddress} />
        <NameChips />
      </Toolbar>
      <ListStates
        list={list}
        empty={
          isFiltered ? (
            <NothingFound texts={texts.nothing} onClear={() => change({ name: undefined, q: undefined })} />
          ) : (
            <EmptyWithCall icon={<Activity />} texts={texts.empty} path="/v1/track" body={EXAMPLE} />
          )
        }
      >
        <PageBody>
          {!isFiltered && <RunningNow />}
          <ul
            aria-label={texts.list}
            className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-panel shadow-raised"
            onMouseEnter={() => onHover(true)}
            onMouseLeave={() => onHover(false)}
          >
            {list.rows.map((event) => (
              <EventRow key={event.id} event={event} showsEmail />
            ))}
          </ul>
          <div className="flex justify-center empty:hidden">
            <MoreButton query={list.query} label={texts.more} size="medium" />
          </div>
        </PageBody>
      </ListStates>
    </>
  )
}

/** Sending and scheduled campaigns, and workflows with active executions. */
function RunningNow() {
  const { api } = useProject()
  const { data } = useQuery(overviewQuery(api))
  const campaigns = data?.campaigns.filter(({ status }) => status !== 'SENT') ?? []
  const workflows = data?.workflows.filter(({ active }) => active > 0) ?? []
  if (campaigns.length === 0 && workflows.length === 0) return null
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      {campaigns.length > 0 && <CampaignsCard campaigns={campaigns} />}
      {workflows.length > 0 && <WorkflowsCard workflows={workflows} />}
    </div>
  )
}

const EXACT_MATCH = { exact: true, includeSearch: true }

function NameChips() {
  const { api } = useProject()
  const { q } = route.useSearch()
  const { data } = useQuery(eventNamesQuery(api))
  const names = data?.names.toSorted((a, b) => b.count - a.count).slice(0, MAX_CHIPS) ?? []
  if (names.length === 0) return null
  return (
    <nav aria-label={texts.names} className="flex flex-wrap gap-1.5">
      <Link
        from="/app/p/$projectId/activity"
        to="."
        search={{ q }}
        activeOptions={EXACT_MATCH}
        className={chip}
      >
        {texts.all}
      </Link>
      {names.map(({ name, count }) => (
        <Link
          key={name}
          from="/app/p/$projectId/activity"
          to="."
          search={{ name, q }}
          activeOptions={EXACT_MATCH}
          className={chip}
        >
          <span className="truncate">{name}</span>
          <span className="tabular">{formatCount(count)}</span>
        </Link>
      ))}
    </nav>
  )
}
