/** The gates between an email and its recipient, in the order in which they are asked and shown. */
export const GATE_NAMES = [
  'suppression',
  'subscription',
  'pause',
  'topic',
  'control_group',
  'segment',
  'holdout',
  'cap',
  'quiet_hours',
  'sender',
  'brake',
  'state',
] as const
