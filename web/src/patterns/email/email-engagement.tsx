// Whether an email was opened or clicked, for lists.
import { Eye, MousePointerClick } from 'lucide-react'
import type { Email } from '../../api/sending/emails.ts'
import { emailTexts as texts } from './email.texts.ts'

/** Shows the stronger of the two: who clicks has opened. Empty if neither is known. */
export function EmailEngagement({ of: { events } }: { of: Pick<Email, 'events'> }) {
  const types = new Set(events.map(({ type }) => type))
  const kind = (['clicked', 'opened'] as const).find((type) => types.has(type))
  if (kind === undefined) return null
  const Icon = kind === 'clicked' ? MousePointerClick : Eye
  return (
    <span className="flex items-center gap-1.5 text-xs text-accent-text">
      <Icon aria-hidden className="size-3.5" />
      {texts.engagement[kind]}
    </span>
  )
}
