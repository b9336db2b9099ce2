// The meaning of the status codes of bounces (RFC 3463 and its registry), for the sender of a campaign. Pure.

const REASONS: Record<string, string> = {
  '5.1.1': 'The mailbox does not exist',
  '5.1.2': 'The domain does not exist',
  '5.1.10': 'The domain accepts no email',
  '5.2.1': 'The mailbox is disabled',
  '5.2.2': 'The mailbox is full',
  '5.2.3': 'The email is too large for the mailbox',
  '5.3.4': 'The email is too large for the server',
  '5.7.1': 'Rejected by a policy of the receiver',
  '5.7.26': 'SPF or DKIM did not pass',
  '5.7.27': 'SPF did not pass',
  '5.7.30': 'DKIM did not pass',
}

/** By the second number, the subject of the problem. */
const SUBJECTS: Record<string, string> = {
  '1': 'The address is wrong',
  '2': 'The mailbox cannot accept the email',
  '3': 'The receiving server cannot accept the email',
  '4': 'The receiving server could not be reached',
  '5': 'The servers did not understand each other',
  '6': 'The content could not be read',
  '7': 'Rejected by a policy of the receiver',
}

export function bounceReason(code: string | null): string {
  const [, subject = ''] = code?.split('.') ?? []
  const exact = code === null ? undefined : REASONS[`5${code.slice(1)}`]
  return exact ?? SUBJECTS[subject] ?? 'Other reasons'
}

export type ReasonCount = { code: string | null; reason: string; count: number }

/** Adds up codes with the same meaning. The most frequent first. */
export function countReasons(codes: readonly { code: string | null; count: number }[]): ReasonCount[] {
  const byReason = new Map<string, ReasonCount>()
  for (const { code, count } of codes) {
    const reason = bounceReason(code)
    const known = byReason.get(reason)
    byReason.set(reason, { code: known ? known.code : code, reason, count: (known?.count ?? 0) + count })
  }
  return [...byReason.values()].toSorted((a, b) => b.count - a.count)
}
