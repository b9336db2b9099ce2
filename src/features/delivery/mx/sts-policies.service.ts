// The MTA-STS policies of the domains of recipients (RFC 8461). They are kept in the database for as long as they say: who
// can remove the offer of TLS could also keep us from reading a policy again.
import { createAnswerCache } from '../../../platform/caches/answer-cache.ts'
import type { Deps } from '../../../platform/deps.ts'
import { readStsId, readStsPolicy } from '../../../platform/email/mx/mta-sts.ts'
import type { FindStsPolicy, StsPolicy } from '../../../platform/email/mx/mta-sts.ts'
import { findStsPolicy, saveStsPolicy } from './sts-policies.queries.ts'

// A new policy is noticed after this time.
const KNOWN_FOR_MS = 5 * 60_000
const MOST_DOMAINS = 50_000

// RFC 8461 section 3.3: a policy that cannot be read is not asked for again for some minutes.
const FAILED_FOR_SECONDS = 300

const FETCH_MS = 10_000
const MOST_BYTES = 65_536

type Parts = Pick<Deps, 'database' | 'dns' | 'http' | 'clock' | 'log'> & {
  /** Where policies are read; another one than that of HTTPS only in tests. */
  port?: number
}

export function createStsPolicies({ database: { db }, dns, http, clock, log, port }: Parts): FindStsPolicy {
  const cached = createAnswerCache<{ policy: StsPolicy | undefined }>({
    clock,
    most: MOST_DOMAINS,
    lifetimeMs: () => KNOWN_FOR_MS,
  })

  /** Undefined if the domain publishes none that is valid. */
  const fetchPolicy = async (domain: string): Promise<StsPolicy | undefined> => {
    const at = `mta-sts.${domain}${port === undefined ? '' : `:${port}`}`
    const answer = await http.send({
      url: `https://${at}/.well-known/mta-sts.txt`,
      method: 'GET',
      timeoutMs: FETCH_MS,
      keptBytes: MOST_BYTES,
    })
    const isWhole = answer.status === 'answered' && answer.statusCode === 200 && answer.cut === null
    const policy = isWhole ? readStsPolicy(answer.body) : undefined
    if (!policy) log.info({ domain }, 'the MTA-STS policy of a domain cannot be read')
    return policy
  }

  const find = async (domain: string): Promise<StsPolicy | undefined> => {
    const known = await findStsPolicy(db, domain)
    const records = await dns.txt(`_mta-sts.${domain}`)
    const policyId = records.status === 'found' ? readStsId(records.records) : undefined
    // Without the record, a policy that was read before is still valid (section 5.1).
    const isCurrent = policyId === undefined || (known?.policyId === policyId && known.isFetchedRecently)
    if (isCurrent) return known?.policy ?? undefined
    const policy = await fetchPolicy(domain)
    if (!policy && known?.policy) return known.policy
    await saveStsPolicy(db, {
      domain,
      policyId,
      policy,
      forSeconds: policy?.maxAgeSeconds ?? FAILED_FOR_SECONDS,
    })
    return policy
  }

  return async (domain) => (await cached(domain, async () => ({ policy: await find(domain) }))).policy
}
