export const usesTexts = {
  none: 'Nothing uses it.',
  kinds: { campaign: 'Campaign', workflow: 'Workflow', segment: 'Segment', form: 'Form' },
}
