import {
  Ban,
  CheckCheck,
  CircleAlert,
  Clock,
  Eraser,
  Eye,
  Flag,
  Hourglass,
  MousePointerClick,
  RotateCw,
  Send,
  UserMinus,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { Email } from '../../api/sending/emails.ts'
import { ClockTime, formatExact } from '../../format/time.tsx'
import { classes } from '../../components/classes.ts'
import { bounceMeaning } from './bounce-meaning.ts'
import { emailTexts as texts } from './email.texts.ts'

type Event = Email['events'][number]
type StepStyle = { icon: LucideIcon; tone: string }

const STEP_STYLES: Record<string, StepStyle | undefined> = {
  sent: { icon: Send, tone: 'text-good' },
  delivered: { icon: CheckCheck, tone: 'text-good' },
  held: { icon: Hourglass, tone: 'text-warn' },
  deferred: { icon: RotateCw, tone: 'text-warn' },
  delayed: { icon: RotateCw, tone: 'text-warn' },
  bounced: { icon: CircleAlert, tone: 'text-bad' },
  failed: { icon: CircleAlert, tone: 'text-bad' },
  complained: { icon: Flag, tone: 'text-bad' },
  unsubscribed: { icon: UserMinus, tone: 'text-warn' },
  opened: { icon: Eye, tone: 'text-accent-text' },
  clicked: { icon: MousePointerClick, tone: 'text-accent-text' },
  suppressed: { icon: Ban, tone: 'text-warn' },
  cancelled: { icon: Ban, tone: 'text-soft' },
  erased: { icon: Eraser, tone: 'text-soft' },
}
const OTHER: StepStyle = { icon: Clock, tone: 'text-soft' }

/** The events of an email, oldest first, with the replies of the mail server. */
export function EmailTimeline({ email: { events, to } }: { email: Pick<Email, 'events' | 'to'> }) {
  return (
    <ol aria-label={texts.timeline} className="flex flex-col">
      {events.map((event, index) => (
        <TimelineStep
          key={`${event.type} ${event.at}`}
          event={event}
          to={to}
          isLast={index === events.length - 1}
        />
      ))}
    </ol>
  )
}

function TimelineStep({ event, to, isLast }: { event: Event; to: string; isLast: boolean }) {
  const { icon: Icon, tone } = STEP_STYLES[event.type] ?? OTHER
  const [title, general] = texts.events[event.type] ?? [event.type, '']
  const meaning = bounceMeaning(event, to) ?? holdMeaning(event) ?? reasonMeaning(event) ?? general
  const details = detailsOf(event)
  return (
    <li className="animate-arrive relative flex gap-3 pb-5 last:pb-0">
      {!isLast && <span aria-hidden className="absolute top-7 bottom-0 left-[13px] w-px bg-line" />}
      <span
        aria-hidden
        className={classes(
          'z-[1] flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-panel shadow-raised',
          tone,
        )}
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 grow pt-0.5">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-sm font-medium">{title}</span>
          <span className="text-xs text-soft">
            <ClockTime at={event.at} />
          </span>
        </p>
        {meaning !== '' && <p className="text-xs text-soft">{meaning}</p>}
        {details.map((line) => (
          <p
            key={line}
            className="mt-1 rounded-md bg-sunken px-2 py-1 font-mono text-[11px] break-words text-soft"
          >
            {line}
          </p>
        ))}
      </div>
    </li>
  )
}

/** Why the email waits, and until when. */
function holdMeaning({ type, data: { heldFor, scheduledFor } }: Event): string | undefined {
  if (type !== 'held' || typeof scheduledFor !== 'string') return undefined
  const why = texts.heldFor[heldFor as keyof typeof texts.heldFor] ?? texts.held
  return `${why} ${texts.until} ${formatExact(scheduledFor)}.`
}

/** The reason in plain words, if the API has only a word for it. */
function reasonMeaning({ data: { reason } }: Event): string | undefined {
  if (typeof reason !== 'string') return undefined
  const words = texts.reason(reason)
  return words === reason ? undefined : words
}

type Reply = { code?: unknown; enhancedCode?: unknown; text?: unknown }

const isText = (value: unknown): value is string | number =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

function detailsOf({ type, data }: Event): string[] {
  // Its meaning says all of it.
  if (type === 'held') return []
  const { reply, reason, url, server, scheduledFor, userAgent } = data
  const { code, enhancedCode, text } = (reply ?? {}) as Reply
  const replyText = [code, enhancedCode, text].filter(isText).join(' ')
  const lines = [replyText, reason, url, server, scheduledFor, userAgent]
  return [...new Set(lines.filter(isText).map(String))]
}
