import { translatable } from '../../i18n/translatable.ts'

export const usesTexts = translatable('patterns/uses/uses', 'usesTexts', {
  none: 'Nothing uses it.',
  kinds: {
    campaign: 'Campaign',
    recurring_campaign: 'Recurring campaign',
    workflow: 'Workflow',
    segment: 'Segment',
    form: 'Form',
    template: 'Template',
    partial: 'Partial',
  },
})
