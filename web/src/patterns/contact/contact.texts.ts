import type { Contact } from '../../api/audience/contacts.ts'
import { translatable } from '../../i18n/translatable.ts'

const states: Record<Contact['subscriptionState'], string> = {
  SUBSCRIBED: 'Subscribed',
  LEFT: 'Unsubscribed',
  PENDING: 'Asked to confirm',
  NEVER_ASKED: 'Not subscribed',
}

export const contactTexts = translatable('patterns/contact/contact', 'contactTexts', { states })
