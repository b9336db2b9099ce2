import type { Gate } from '../../api/explain.ts'

const gates: Record<Gate['name'], string> = {
  suppression: 'Suppressed address',
  subscription: 'Subscription',
  pause: 'Pause',
  topic: 'Topic',
  segment: 'Audience',
  cap: 'Frequency cap',
  quiet_hours: 'Quiet hours',
  sender: 'Sender',
  brake: 'Paused project',
  state: 'State',
}

export const whyTexts = {
  button: 'Why?',
  buttonFor: (email: string) => `Why? About ${email}`,
  title: 'Why?',
  question: (email: string, name: string) => `Would ${email} get “${name}” now?`,
  would: 'Would get it',
  wouldNot: 'Would not get it',
  stops: (names: string) => `Stopped by: ${names}.`,
  nothingStops: 'Every check lets it pass.',
  list: 'Checks, in the order in which they are made',
  passed: 'Passed',
  failed: 'Stops it',
  since: 'since',
  gates,
}
