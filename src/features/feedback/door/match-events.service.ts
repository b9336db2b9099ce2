// Finds the emails of events: by the signed reference in the metadata of the email, by its signed return path, or by its
// Message-ID, which only its recipient and its provider know. Never by the address alone.
import { parseEmailAddress } from '../../../platform/addresses/email-address.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { ProviderEvent } from '../../../platform/email/feedback/providers/provider-event.ts'
import type { EmailId, ProjectId, TransportId } from '../../../platform/ids.ts'
import { createLinkTokens } from '../../../platform/secrets/link-tokens.ts'
import { returnPathName } from '../../domains/index.ts'
import { listDomainProjects } from '../feedback.queries.ts'
import { createMessageFinder } from '../reported-emails.service.ts'
import type { EmailRef } from '../../delivery/index.ts'
import { listEmailsOfTransport } from './doors.queries.ts'
import type { MatchedEvent } from './doors.queries.ts'

export type MatchedEvents = { matched: MatchedEvent[]; unmatched: ProviderEvent[] }

/** `transportId`: the transport that reports; null: MAIL_TRANSPORT. Only events about its own emails are matched. */
export type EventMatcher = (
  events: readonly ProviderEvent[],
  transportId: TransportId | null,
) => Promise<MatchedEvents>

// Each costs a statement. Providers that report only the Message-ID send few events per request.
const MOST_LOOKUPS = 500

const PREFIX = returnPathName('')

export function createEventMatcher(deps: Pick<Deps, 'database' | 'secrets' | 'clock'>): EventMatcher {
  const { secrets, database } = deps
  const tokens = createLinkTokens(secrets)
  const findMessage = createMessageFinder(deps)

  const byReference = ({ reference }: ProviderEvent): EmailRef | undefined => {
    const [projectId, emailId] = reference === null ? [] : (tokens.read('report', reference)?.ids ?? [])
    return projectId !== undefined && emailId !== undefined
      ? { projectId: projectId as ProjectId, emailId: emailId as EmailId }
      : undefined
  }

  const readReturnPaths = async (events: readonly ProviderEvent[]) => {
    const domains = new Set(events.flatMap(({ returnPath }) => boundTo(returnPath)?.domain ?? []))
    const projects = await listDomainProjects(database.db, [...domains])
    return ({ returnPath }: ProviderEvent): EmailRef | undefined => {
      const path = boundTo(returnPath)
      const found = path && tokens.readMailbox(path.local, projects.get(path.domain) ?? [])
      return found?.use === 'return-path'
        ? { projectId: found.projectId, emailId: found.emailId as EmailId }
        : undefined
    }
  }

  const findRefs = async (events: readonly ProviderEvent[]) => {
    const byReturnPath = await readReturnPaths(events)
    let lookups = 0
    const refs = new Map<ProviderEvent, EmailRef>()
    for (const event of events) {
      let ref = byReference(event) ?? byReturnPath(event)
      if (!ref && event.messageId !== null && lookups < MOST_LOOKUPS) {
        lookups += 1
        ref = await findMessage({ messageId: event.messageId, recipients: [event.recipient] })
      }
      if (ref) refs.set(event, ref)
    }
    return refs
  }

  return async (events, transportId) => {
    const refs = await findRefs(events)
    const own = await listEmailsOfTransport(database.db, { transportId, refs: [...refs.values()] })
    const result: MatchedEvents = { matched: [], unmatched: [] }
    for (const event of events) {
      const ref = refs.get(event)
      if (ref && own.has(ref.emailId)) result.matched.push({ ...ref, event })
      else result.unmatched.push(event)
    }
    return result
  }
}

/** The parts of an address at a bounce domain, without the prefix of the domain. */
function boundTo(address: string | null): { local: string; domain: string } | undefined {
  const parsed = address === null ? undefined : parseEmailAddress(address.replace(/^<|>$/g, ''))
  if (!parsed?.ok || !parsed.domain.startsWith(PREFIX)) return undefined
  return { local: parsed.local, domain: parsed.domain.slice(PREFIX.length) }
}
