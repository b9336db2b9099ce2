// Every change of the subscription and of the choices for topics, and who or what made it.
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConsentChange } from '../../../../api/audience/contacts.ts'
import { RecordLink } from '../../../../app/record-link.tsx'
import { useProject } from '../../../../app/use-project.ts'
import { Badge } from '../../../../components/notices/badge.tsx'
import type { Tone } from '../../../../components/notices/badge.tsx'
import { Time } from '../../../../format/time.tsx'
import { TopicName } from '../../../../patterns/topics/topic-name.tsx'
import { consentTexts } from './consent.texts.ts'

const { history: texts } = consentTexts

export function ConsentRow({ change }: { change: ConsentChange }) {
  const { what, topic, before, after, at, text, network } = change
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium break-words">
          {topic === null ? texts.whats[what] : <TopicName of={topic} />}
        </span>
        {what !== 'address' && (
          <span className="flex items-center gap-1.5">
            <State of={before} isTopic={topic !== null} />
            <ArrowRight className="size-3.5 text-soft" role="img" aria-label={texts.became} />
            <State of={after} isTopic={topic !== null} />
          </span>
        )}
        <span className="ml-auto shrink-0 text-xs text-soft">
          <Time at={at} />
        </span>
      </div>
      <p className="text-xs text-soft">
        <Source of={change} />
        {network !== null && (
          <>
            {' · '}
            <span title={network}>{texts.network(network.slice(0, SHOWN_OF_HASH))}</span>
          </>
        )}
      </p>
      {text !== null && (
        <blockquote className="border-l-2 border-line pl-3 text-xs break-words whitespace-pre-wrap">
          {text}
        </blockquote>
      )}
    </li>
  )
}

// Enough to tell the networks of one contact apart.
const SHOWN_OF_HASH = 8

const TONES: Record<NonNullable<ConsentChange['after']>, Tone> = {
  SUBSCRIBED: 'good',
  PENDING: 'warn',
  LEFT: 'bad',
  NEVER_ASKED: 'neutral',
  IN: 'good',
  OUT: 'bad',
}

function State({ of: state, isTopic }: { of: ConsentChange['after']; isTopic: boolean }) {
  if (state === null) return <Badge>{isTopic ? texts.noChoice : texts.noContact}</Badge>
  return <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
}

const LINK = 'text-accent-text underline underline-offset-2'

/** The records behind `sourceId` that have a page of their own. */
const RECORDS = {
  workflow: 'workflow',
  page: 'email',
  one_click: 'email',
  mailto: 'email',
  complaint: 'email',
  bounce: 'email',
} as const

function Source({ of: { source, sourceId: id } }: { of: ConsentChange }) {
  const words = texts.sources[source]
  if (id === null) return words
  if (source in RECORDS) {
    const kind = RECORDS[source as keyof typeof RECORDS]
    return (
      <>
        {words}:{' '}
        <RecordLink kind={kind} id={id} className={LINK}>
          {texts.open[kind]}
        </RecordLink>
      </>
    )
  }
  if (source === 'import' || source === 'api_key' || source === 'member') {
    return (
      <>
        {words}: <PlaceLink source={source} id={id} />
      </>
    )
  }
  return <span title={id}>{words}</span>
}

/** The list that has the record, or the page of the import. */
function PlaceLink({ source, id }: { source: 'import' | 'api_key' | 'member'; id: string }): ReactNode {
  const { project } = useProject()
  const shared = { params: { projectId: project.id }, className: LINK, title: id }
  if (source === 'import') {
    return (
      <Link to="/app/p/$projectId/contacts/import" search={{ job: id }} {...shared}>
        {texts.open.import}
      </Link>
    )
  }
  if (source === 'api_key') {
    return (
      <Link to="/app/p/$projectId/keys" {...shared}>
        {texts.open.key}
      </Link>
    )
  }
  return (
    <Link to="/app/p/$projectId/settings" search={{ tab: 'members' }} {...shared}>
      {texts.open.member}
    </Link>
  )
}
