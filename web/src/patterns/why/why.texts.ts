import type { Gate } from '../../api/audience/explain.ts'
import { translatable } from '../../i18n/translatable.ts'

const gates: Record<Gate['name'], string> = {
  suppression: 'Suppressed address',
  subscription: 'Subscription',
  pause: 'Pause',
  topic: 'Topic',
  control_group: 'Control group',
  segment: 'Audience',
  holdout: 'Holdout',
  cap: 'Frequency cap',
  quiet_hours: 'Quiet hours',
  sender: 'Sender',
  brake: 'Paused project',
  state: 'State',
}

export const whyTexts = translatable('patterns/why/why', 'whyTexts', {
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
})
