import { isTestRecipient } from '../../../../src/features/suppressions/suppressions.values.ts'
import { explainBounce } from '../../../../src/platform/email/feedback/bounce-explanation.values.ts'
import { REPLY_CLASSES } from '../../../../src/platform/email/smtp/replies/reply-class.values.ts'
import type { Email } from '../../api/sending/emails.ts'

type Event = Pick<Email['events'][number], 'type' | 'data'>
type Reply = { code?: unknown; enhancedCode?: unknown }

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Undefined for other events, and for a bounce without a class. */
export function bounceMeaning({ type, data }: Event, to: string): string | undefined {
  const verdict = REPLY_CLASSES.find((one) => one === data['class'])
  if (type !== 'bounced' || verdict === undefined) return undefined
  // A report has its code beside the reason; a reply at the SMTP line has two of its own.
  const { code, enhancedCode } = (data['reply'] ?? {}) as Reply
  return explainBounce({
    class: verdict,
    code: [data['code'], enhancedCode, code].map(textOf).find((text) => text !== '') ?? null,
    reason: textOf(data['reason']),
    isTestRecipient: isTestRecipient(to),
  })
}
