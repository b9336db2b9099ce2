// Whether a contact is in the audience of a campaign, and whether the campaign can reach it in its state. Pure.
import { timeInWords } from '../../delivery/index.ts'
import type { GateVerdict } from '../../delivery/index.ts'
import type { CampaignRow } from '../campaigns.queries.ts'
import type { EmailOfContact } from './campaign-recipient.queries.ts'

type Audience = Pick<CampaignRow, 'audience_type' | 'segment_id'>

/** `problem`: why the audience cannot be told. */
export type AudienceAnswer = { isIn: boolean; problem: string | null }

/** `answer`: null for a contact whom the campaign has selected. It stays a recipient, whatever the audience is now. */
export function audienceVerdict(
  { audience_type: type, segment_id: segmentId }: Audience,
  answer: AudienceAnswer | null,
): GateVerdict {
  const value = type === 'SEGMENT' ? segmentId : type
  if (answer === null) {
    return { passed: true, value, since: null, explanation: 'The contact is a recipient of the campaign.' }
  }
  const { isIn, problem } = answer
  const about = { passed: isIn, value, since: null }
  if (problem !== null) {
    return { ...about, explanation: `${problem} Choose another audience of the campaign.` }
  }
  if (type === 'ALL') return { ...about, explanation: 'The audience of the campaign is everybody.' }
  const name = type === 'SEGMENT' ? 'The segment of the campaign' : 'The filter of the campaign'
  if (isIn) return { ...about, explanation: `${name} has the contact.` }
  const advice =
    type === 'SEGMENT'
      ? 'Change the contact so that it matches or add it, or choose another segment.'
      : 'Change the contact so that it matches, or the filter.'
  return { ...about, explanation: `${name} does not have the contact. ${advice}` }
}

type State = Pick<
  CampaignRow,
  | 'status'
  | 'paused_at'
  | 'pause_reason'
  | 'scheduled_at'
  | 'started_at'
  | 'frozen_at'
  | 'sent_at'
  | 'cancelled_at'
>

type Recipient = {
  /** Its email of this campaign. */
  email: EmailOfContact | undefined
  /** Whether it is among the recipients who have no email yet. */
  isInLedger: boolean
}

/** A draft and a scheduled campaign pass: the question is what happened if it were sent now. */
export function stateVerdict(campaign: State, { email, isInLedger }: Recipient): GateVerdict {
  if (email && !email.isWaiting) return endedVerdict(email)
  const { status: value, paused_at: pausedAt, frozen_at: frozenAt } = campaign
  if (value === 'SENT' || value === 'CANCELLED') return overVerdict(campaign)
  if (pausedAt !== null) {
    const why = campaign.pause_reason === null ? '' : ` (${campaign.pause_reason})`
    const explanation = `The campaign is paused since ${timeInWords(pausedAt)}${why}. Resume it: POST /campaigns/{id}/resume.`
    return { passed: false, value: 'PAUSED', since: pausedAt, explanation }
  }
  if (frozenAt !== null && !email && !isInLedger) {
    const explanation = `The recipients of the campaign were selected at ${timeInWords(frozenAt)}, and the contact was not among them. Send it another campaign.`
    return { passed: false, value, since: frozenAt, explanation }
  }
  return { passed: true, value, since: campaign.started_at, explanation: openText(campaign, email) }
}

function openText({ status, scheduled_at: at }: State, email: EmailOfContact | undefined): string {
  if (email) return `The email of the campaign to the contact waits (${email.status}).`
  if (status === 'DRAFT') return 'The campaign is a draft: this is what would happen if it were sent now.'
  if (status === 'SENDING') return 'The campaign is being sent, and the turn of the contact is to come.'
  return `The campaign starts at ${at ? timeInWords(at) : 'its time'}: this is what would happen if it did now.`
}

function endedVerdict({ status, reason, sentAt }: EmailOfContact): GateVerdict {
  const why = reason === null ? '' : `, ${reason}`
  const explanation =
    sentAt === null
      ? `The campaign has had its turn with the contact: its email is ${status}${why}. Nobody gets a second one.`
      : `The contact got the campaign at ${timeInWords(sentAt)}, and nobody gets it twice.`
  return { passed: false, value: status, since: sentAt, explanation }
}

function overVerdict({ status, sent_at: sentAt, cancelled_at: cancelledAt }: State): GateVerdict {
  const since = status === 'SENT' ? sentAt : cancelledAt
  const word = status === 'SENT' ? 'has been sent' : 'was cancelled'
  const explanation = `The campaign ${word}${since ? ` at ${timeInWords(since)}` : ''}, without the contact. Duplicate it to send it again.`
  return { passed: false, value: status, since, explanation }
}
