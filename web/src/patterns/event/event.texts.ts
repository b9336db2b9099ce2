export const eventTexts = {
  open: {
    contact: 'Open the contact',
    email: 'Open the email',
    campaign: 'Open the campaign',
    workflow: 'Open the workflow',
    segment: 'Open the segment',
  },
}
