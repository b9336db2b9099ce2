// Whether an email was opened or clicked, for lists.
import { Eye, MousePointerClick } from 'lucide-react'
import { emailTexts as texts } from './email.texts.ts'

type Engagement = { events: readonly { type: string }[] } | { opened: boolean; clicked: boolean }

function kindOf(email: Engagement): 'clicked' | 'opened' | undefined {
  const has = (kind: 'clicked' | 'opened') =>
    'events' in email ? email.events.some(({ type }) => type === kind) : email[kind]
  return (['clicked', 'opened'] as const).find(has)
}

/** Shows the stronger of the two: who clicks has opened. Empty if neither is known. */
export function EmailEngagement({ of: email }: { of: Engagement }) {
  const kind = kindOf(email)
  if (kind === undefined) return null
  const Icon = kind === 'clicked' ? MousePointerClick : Eye
  return (
    <span className="flex items-center gap-1.5 text-xs text-accent-text">
      <Icon aria-hidden className="size-3.5" />
      {texts.engagement[kind]}
    </span>
  )
}
