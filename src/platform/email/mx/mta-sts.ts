// MTA-STS (RFC 8461): a domain says by HTTPS which mail servers it has, and that they have valid certificates. Without it,
// somebody between two servers can remove the offer of TLS.

export type StsMode = 'enforce' | 'testing' | 'none'

export type StsPolicy = {
  mode: StsMode
  /** The mail servers; `*.` stands for one label. */
  servers: readonly string[]
  maxAgeSeconds: number
}

/** The policy of a domain, if it has one. */
export type FindStsPolicy = (domain: string) => Promise<StsPolicy | undefined>

// RFC 8461 section 3.2: a year at most.
const MOST_AGE_SECONDS = 31_557_600

/** Far more than any policy lists. */
const MOST_SERVERS = 1_000

/** The id of the policy in the TXT records of _mta-sts; undefined unless exactly one is valid (section 3.1). */
export function readStsId(records: readonly string[]): string | undefined {
  const own = records.filter((text) => /^v=STSv1\s*(?:;|$)/.test(text))
  if (own.length !== 1) return undefined
  return /;\s*id\s*=\s*([A-Za-z0-9]{1,32})\s*(?:;|$)/.exec(own[0] ?? '')?.[1]
}

/** Undefined if it is not a valid policy. */
export function readStsPolicy(text: string): StsPolicy | undefined {
  const fields = text.split(/\r?\n/).map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, Math.max(0, colon)).trim(), line.slice(colon + 1).trim()]
  })
  const first = (name: string) => fields.find(([key]) => key === name)?.[1]
  const mode = MODES.find((one) => one === first('mode'))
  const maxAge = first('max_age') ?? ''
  if (first('version') !== 'STSv1' || mode === undefined || !/^\d{1,10}$/.test(maxAge)) return undefined
  const servers = fields
    .filter(([key]) => key === 'mx')
    .map(([, value]) => value.toLowerCase().replace(/\.$/, ''))
  if (servers.length > MOST_SERVERS || (mode !== 'none' && servers.length === 0)) return undefined
  return { mode, servers, maxAgeSeconds: Math.min(Number(maxAge), MOST_AGE_SECONDS) }
}

const MODES: readonly StsMode[] = ['enforce', 'testing', 'none']

/** Whether email may be sent to a mail server. A policy that is being tested allows all. */
export function isAllowedBy(policy: StsPolicy | undefined, server: string): boolean {
  if (policy?.mode !== 'enforce') return true
  return policy.servers.some((pattern) =>
    pattern.startsWith('*.')
      ? server.slice(server.indexOf('.') + 1) === pattern.slice(2) && server.includes('.')
      : server === pattern,
  )
}
