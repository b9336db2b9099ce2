// Whether other domains agreed to get the reports of a DMARC record. Receivers ask the same before they send any.
import type { Dns } from '../../../platform/dns/dns.ts'
import { consentName, isDmarc, ownerOf, reportDomainsOf } from './dmarc.ts'
import type { DmarcAnswer } from './dmarc.ts'
import { commonNames, endsOrganization } from './dmarc-walk.ts'

type ConsentQuestion = { record: string; at: string }

export async function askConsents(
  dns: Dns,
  { record, at }: ConsentQuestion,
): Promise<DmarcAnswer['consents']> {
  const asked = reportDomainsOf(record, at).map(async (receiver) => {
    const texts = await dns.txt(consentName(at, receiver))
    if (texts.status === 'unanswered') return [receiver, 'unknown'] as const
    const hasAgreed = texts.status === 'found' && texts.records.some(isDmarc)
    return [receiver, hasAgreed || (await isSameOrganization(dns, ownerOf(at), receiver))] as const
  })
  return new Map(await Promise.all(asked))
}

/** Two domains of an organization need no agreement: one below a record that is above both (RFC 9989 section 4.10). */
async function isSameOrganization(dns: Dns, own: string, receiver: string): Promise<boolean | 'unknown'> {
  for (const name of commonNames(own, receiver)) {
    const texts = await dns.txt(`_dmarc.${name}`)
    if (texts.status === 'unanswered') return 'unknown'
    const found = texts.status === 'found' ? texts.records.find(isDmarc) : undefined
    if (found !== undefined) return !endsOrganization(found)
  }
  return false
}
