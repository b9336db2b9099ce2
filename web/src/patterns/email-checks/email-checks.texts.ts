import { translatable } from '../../i18n/translatable.ts'

export const emailChecks = translatable('patterns/email-checks/email-checks', 'emailChecks', {
  size: (size: string) => `The HTML has ${size}; Gmail shows up to 102 kB.`,
  none: {
    title: 'Nothing to fix',
    text: 'Email clients show what this email uses.',
  },
  spam: {
    title: 'Spam filter',
    hint: 'Asks SpamAssassin how many points this email gets, if this server has one.',
    check: 'Check spam score',
    score: (score: string, threshold: string) => `${score} points; from ${threshold} on it is spam.`,
  },
  links: {
    title: 'Links',
    hint: 'Asks the addresses in this email whether they answer. Links with variables are left out.',
    check: 'Check links',
    none: 'There are no links to ask.',
    fine: (count: number, total: number) => `Links that answer: ${count} of ${total}`,
    status: { ok: 'Answers', broken: 'Does not answer', unsure: 'Unsure', skipped: 'Not asked' },
  },
})
