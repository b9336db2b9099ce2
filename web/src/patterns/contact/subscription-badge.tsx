import type { Contact } from '../../api/audience/contacts.ts'
import { Badge } from '../../components/notices/badge.tsx'
import type { Tone } from '../../components/notices/badge.tsx'
import { contactTexts as texts } from './contact.texts.ts'

const TONES: Record<Contact['subscriptionState'], Tone> = {
  SUBSCRIBED: 'good',
  LEFT: 'bad',
  PENDING: 'warn',
  NEVER_ASKED: 'neutral',
}

export function SubscriptionBadge({ state }: { state: Contact['subscriptionState'] }) {
  return <Badge tone={TONES[state]}>{texts.states[state]}</Badge>
}
