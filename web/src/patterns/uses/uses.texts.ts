export const usesTexts = {
  none: 'Nothing uses it.',
  kinds: {
    campaign: 'Campaign',
    recurring_campaign: 'Recurring campaign',
    workflow: 'Workflow',
    segment: 'Segment',
    form: 'Form',
  },
}
