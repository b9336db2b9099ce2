import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ProjectEvent } from '../../api/audience/events.ts'
import { recordPath } from '../../app/record-path.ts'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { Time } from '../../format/time.tsx'
import { eventTexts as texts } from './event.texts.ts'

const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/^email\.(bounced|complained|failed)$/, 'bad'],
  [/^email\.(opened|clicked)$/, 'accent'],
  [/^email\.(sent|delivered)$/, 'good'],
  [/^contact\.(unsubscribed|topic_left)$/, 'warn'],
  [/^(contact|segment|workflow|email)\./, 'neutral'],
]

const toneOf = (name: string): Tone => TONES.find(([pattern]) => pattern.test(name))?.[1] ?? 'info'

/** Expands to the data of the event as JSON. */
export function EventRow({ event, showsEmail = false }: { event: ProjectEvent; showsEmail?: boolean }) {
  return (
    <li>
      <details className="group">
        <summary className="flex cursor-default items-center gap-3 px-4 py-2.5 text-sm outline-offset-[-3px] hover:bg-hover">
          <ChevronRight
            className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90"
            aria-hidden
          />
          <Badge tone={toneOf(event.name)}>
            <span className="max-w-56 truncate">{event.name}</span>
          </Badge>
          {showsEmail && <span className="min-w-0 truncate text-soft">{event.email}</span>}
          <span className="ml-auto shrink-0 text-xs text-soft">
            <Time at={event.createdAt} />
          </span>
        </summary>
        <EventLinks event={event} />
        <pre className="overflow-x-auto bg-sunken px-5 py-3 font-mono text-xs leading-relaxed text-soft">
          {JSON.stringify({ id: event.id, emailId: event.emailId ?? undefined, data: event.data }, null, 2)}
        </pre>
      </details>
    </li>
  )
}

/** Ids in the data of an event, and the kinds of their records. */
const RECORD_KEYS = { campaignId: 'campaign', workflowId: 'workflow', segmentId: 'segment' } as const

function recordsOf({ contactId, emailId, data }: ProjectEvent) {
  const named = Object.entries(RECORD_KEYS).map(([key, kind]) => ({ kind, id: data[key] }))
  const records = [
    { kind: 'contact' as const, id: contactId },
    { kind: 'email' as const, id: emailId },
    ...named,
  ]
  return records.flatMap(({ kind, id }) => (typeof id === 'string' ? [{ kind, id }] : []))
}

function EventLinks({ event }: { event: ProjectEvent }) {
  const { project } = useProject()
  const records = recordsOf(event)
  if (records.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2 bg-sunken px-5 pt-3">
      {records.map((record) => (
        <Link
          key={record.kind}
          to={recordPath(project.id, record)}
          className={buttonClass({ size: 'small' })}
        >
          {texts.open[record.kind]}
        </Link>
      ))}
    </div>
  )
}
