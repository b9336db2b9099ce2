import type { Translation } from '../../../../i18n/translation.ts'
import type * as texts from '../../../../patterns/email-checks/email-checks.texts.ts'

export const emailChecks = {
  size: (size: string) => `Das HTML hat ${size}; Gmail zeigt bis zu 102 kB.`,
  none: {
    title: 'Nichts zu beheben',
    text: 'E-Mail-Programme zeigen, was diese E-Mail verwendet.',
  },
  spam: {
    title: 'Spamfilter',
    hint: 'Fragt SpamAssassin, wie viele Punkte diese E-Mail bekommt, wenn dieser Server eines hat.',
    check: 'Spam-Punkte prüfen',
    score: (score: string, threshold: string) => `${score} Punkte; ab ${threshold} ist es Spam.`,
  },
  links: {
    title: 'Links',
    hint: 'Fragt die Adressen in dieser E-Mail, ob sie antworten. Links mit Variablen bleiben aus.',
    check: 'Links prüfen',
    none: 'Es gibt keine Links zu prüfen.',
    fine: (count: number, total: number) => `Links, die antworten: ${count} von ${total}`,
    status: { ok: 'Antwortet', broken: 'Antwortet nicht', unsure: 'Unklar', skipped: 'Nicht gefragt' },
  },
} satisfies Translation<typeof texts.emailChecks>
