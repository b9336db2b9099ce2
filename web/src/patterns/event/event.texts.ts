import { translatable } from '../../i18n/translatable.ts'

export const eventTexts = translatable('patterns/event/event', 'eventTexts', {
  open: {
    contact: 'Open the contact',
    email: 'Open the email',
    campaign: 'Open the campaign',
    workflow: 'Open the workflow',
    segment: 'Open the segment',
  },
})
