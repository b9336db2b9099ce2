import type { VERDICTS } from '../../../../src/platform/statistics/verdicts.values.ts'
import { translatable } from '../../i18n/translatable.ts'

const verdicts: Record<(typeof VERDICTS)[number], string> = {
  tooEarly: 'Too early to tell',
  helped: 'It helped',
  hurt: 'It hurt',
  noDifference: 'No difference shown',
}

export const holdoutTexts = translatable('patterns/holdout/holdout', 'holdoutTexts', {
  title: 'Holdout',
  verdicts,
  list: 'Both groups',
  group: 'Group',
  people: 'People',
  conversions: 'Reached the goal',
  rate: 'Rate',
  interval: '95 % interval',
  perPerson: 'Value per person',
  heldBack: 'Held back',
  others: 'Others',
  controlGroup: 'Control group',
  points: (value: string) => `${value} points`,
  lift: (by: string, relative: string | null) =>
    relative === null ? `Difference: ${by}.` : `Difference: ${by} (${relative}).`,
  between: (confidence: string, from: string, to: string) =>
    `With a confidence of ${confidence} it lies between ${from} and ${to}.`,
  extra: (count: string) => `That is about ${count} conversions that would not have happened without it.`,
  until: 'The earliest time for a verdict:',
  split: (actual: string, asked: string) => `${actual} held back; ${asked} were asked for.`,
  campaign:
    'Every chosen contact counts, whether the email was delivered or opened or not, from the selection of the recipients until the window after the last email ends.',
  workflow:
    'Every contact counts once, within the window after they first entered. Contacts keep entering, so the interval is wider than usual and can be read on any day.',
})
