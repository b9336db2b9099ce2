import { formatCount } from '../../../format/number.ts'
import { plural } from '../../../format/plural.ts'
import { translatable } from '../../../i18n/translatable.ts'

const emails = (count: number) => plural(count, 'email')

export const limitTexts = translatable('pages/settings/limits/limits', 'limitTexts', {
  text: 'How often and when people get marketing email from this project, all campaigns and workflows together. Transactional email is never held.',
  notANumber: 'Type a number.',
  cap: {
    title: 'Frequency cap',
    switch: 'Limit how many marketing emails one person gets',
    off: 'Off: there is no limit.',
    emails: 'Emails at most',
    days: 'In how many days',
    says: (count: number, days: number) =>
      `At most ${emails(count)} to one person in ${plural(days, 'day')}.`,
    drops: (days: number, hours: number) =>
      `The limit looks at ${plural(days, 'day')}, but an email waits for at most ${plural(hours, 'hour')} and is then dropped, although it could be sent later. Let emails wait longer, or make the limit shorter.`,
    hold: 'Hold emails for at most this many hours',
    holdHint:
      'An email above the limit waits until the person may get it. After this time it is dropped instead.',
  },
  quiet: {
    title: 'Quiet hours',
    switch: 'Send no marketing email at night or on some days',
    off: 'Off: emails leave at any time.',
    from: 'From',
    to: 'To',
    says: (from: string, to: string) =>
      from < to
        ? `Nothing leaves between ${from} and ${to}.`
        : `Nothing leaves between ${from} and ${to} of the next day.`,
    waits: 'Emails wait for the end of the quiet hours; none is dropped for them.',
    weekdays: 'They begin on',
    weekdaysHint: 'None chosen: every day',
    zone: 'By the clock of',
    zones: {
      contact: 'The contact: data.timezone, else the time zone of the project',
      project: 'The project',
    },
    zoneHint: (zone: string) => `The time zone of the project is ${zone}.`,
  },
  preview: {
    title: 'What would have happened',
    text: 'Tries the limits above on the marketing email of the last 30 days. It changes nothing, and you need not save before.',
    button: 'Preview against the last 30 days',
    invalid: 'First fix what is marked above.',
    stale: 'The limits have changed since. Preview again.',
    nothing: 'No marketing email was sent in the last 30 days, so there is nothing to try them on.',
    noLimits: 'Without limits, every email leaves at once.',
    sentence: (all: number, held: number, dropped: number) =>
      `Of ${emails(all)} in the last 30 days, ${formatCount(held)} would have left later and ${formatCount(dropped)} would have been dropped.`,
    list: 'Marketing email of the last 30 days under these limits',
    columns: { outcome: 'Outcome', emails: 'Emails', share: 'Share' },
    outcomes: {
      sentAtOnce: 'Sent at once',
      cap: 'Held by the frequency cap, sent later',
      quietHours: 'Held by quiet hours, sent later',
      dropped: 'Dropped: held by the frequency cap for too long',
    },
    looked: (count: string) => `All ${count} contacts were looked at.`,
    sampled: (count: string) => `Estimated from ${count} contacts, chosen at random.`,
  },
  saved: 'The limits were saved. Waiting emails are checked against them again.',
})
