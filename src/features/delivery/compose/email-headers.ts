import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import type { EmailToCompose } from '../queue/claim.queries.ts'
import type { EmailRecipients } from '../queue/recipients.schema.ts'
import { LANE_NUMBERS } from '../queue/retry-schedule.ts'

type HeaderOptions = {
  /** Whether email stays on this machine. */
  isInbox: boolean
  unsubscribeUrl: string
  /** The address to unsubscribe by email; null if it would not be received. */
  unsubscribeAddress: string | null
  /** For the provider of the transport (provider-headers.ts). */
  providerHeaders?: readonly [string, string][]
}

/**
 * The headers that the service adds to every email. Large receivers group complaints by Feedback-ID: at most four parts
 * from the narrowest to the widest; the third is the kind of email. The List headers are those of one-click unsubscribe
 * (RFC 8058), which large receivers require of bulk email.
 */
export function serviceHeaders(
  email: EmailToCompose,
  { isInbox, unsubscribeUrl, unsubscribeAddress, providerHeaders = [] }: HeaderOptions,
): [string, string][] {
  const kind = email.lane === LANE_NUMBERS.marketing ? 'marketing' : 'transactional'
  const headers: [string, string][] = [
    ['Feedback-ID', `${originOf(email)}:${email.project_id}:${kind}:lettermill`],
    ...providerHeaders,
  ]
  if (!isBulk(email)) return headers
  // RFC 2369, section 2: the best way first.
  const ways = [unsubscribeUrl, ...(unsubscribeAddress === null ? [] : [mailtoOf(unsubscribeAddress)])]
  headers.push(['List-Unsubscribe', ways.map((way) => `<${way}>`).join(', ')])
  if (isInbox || isHttps(unsubscribeUrl)) {
    headers.push(['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'])
  }
  return headers
}

function originOf({ campaign_id: campaignId, recipients, template_id: templateId }: EmailToCompose): string {
  return campaignId ?? (recipients as EmailRecipients | null)?.workflowId ?? templateId ?? 'none'
}

/** RFC 8058, section 3.1: only with an https URL. The inbox shows the headers of production, where it is one. */
const isHttps = (unsubscribeUrl: string): boolean => unsubscribeUrl.startsWith('https:')

/** With a subject, because some email clients do not send an email without one. */
const mailtoOf = (address: string): string => `mailto:${address}?subject=unsubscribe`

/**
 * Whether an email has headers to unsubscribe by: marketing email, and the test of a campaign, which must look the same
 * as the campaign although it is sent as transactional email.
 */
export const isBulk = ({ lane, source }: Pick<EmailToCompose, 'lane' | 'source'>): boolean =>
  lane === LANE_NUMBERS.marketing || source === 'TEST'

/** The Message-ID of an email, without angle brackets: one of its own, or its id at the domain of the sender. */
export const messageIdOf = (
  { id, message_id: given }: { id: string; message_id: string | null },
  from: string,
): string => given ?? `${id}@${domainOfAddress(from)}`
