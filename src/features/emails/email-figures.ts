// The results of emails that are counted together: of a campaign, a variant or a step of a workflow. Pure.
import { RETURNED_STATE, SENT_STATES } from './emails.values.ts'

/** The labels that add up to the figures: states of emails (campaign_email_state in migrations), and what readers did. */
export const FIGURE_LABELS = [
  ...SENT_STATES,
  'BOUNCED',
  'SUPPRESSED',
  'CAPPED',
  'FAILED',
  'CANCELLED',
  'opened',
  'clicked',
  'human_opened',
  'human_clicked',
  'unsubscribed',
] as const

type FigureLabel = (typeof FIGURE_LABELS)[number]

export type SumOf = (...labels: FigureLabel[]) => number

/** Adds up labels that begin with the prefix. */
export const sumIn =
  (counts: ReadonlyMap<string, number>, prefix = ''): SumOf =>
  (...labels) =>
    labels.reduce((total, label) => total + (counts.get(prefix + label) ?? 0), 0)

/** Cumulative: an email that was opened still counts as sent. */
export function figuresOf(of: SumOf) {
  const sent = of(...SENT_STATES)
  return {
    sent,
    delivered: sent - of(RETURNED_STATE),
    opened: of('opened'),
    clicked: of('clicked'),
    humanOpens: of('human_opened'),
    humanClicks: of('human_clicked'),
    bounced: of('BOUNCED', RETURNED_STATE),
    complained: of('COMPLAINED'),
    unsubscribed: of('unsubscribed'),
    suppressed: of('SUPPRESSED', 'CAPPED'),
    dropped: of('CAPPED'),
    failed: of('FAILED'),
    cancelled: of('CANCELLED'),
  }
}

/** At most 1: emails that bounced later may have been opened before, so that more were opened than delivered. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(1, part / whole))
