// The contents of the two kinds of reports about a domain, in one form for all reporters.

export const DISPOSITIONS = ['none', 'quarantine', 'reject'] as const
export type Disposition = (typeof DISPOSITIONS)[number]

export type ReportHead = {
  /** The name that the reporter gives itself, which proves nothing. */
  orgName: string
  reportId: string
  /** Seconds since 1970. */
  beginsAt: number
  endsAt: number
}

/** Messages from one address with the same results. */
export type DmarcRow = {
  source: string
  disposition: Disposition
  isDkimAligned: boolean
  isSpfAligned: boolean
  /** A signature by one of our keys, or our return path, was valid. */
  isOurs: boolean
  messages: number
}

export type PublishedPolicy = {
  domain: string
  p: string | null
  sp: string | null
  np: string | null
  adkim: string | null
  aspf: string | null
  pct: string | null
  testing: string | null
}

export type DmarcReport = ReportHead & {
  kind: 'dmarc'
  policy: PublishedPolicy
  rows: DmarcRow[]
  records: number
  /** Records about other domains, which do not count. */
  foreignRecords: number
}

export type TlsFailure = { result: string; mx: string | null; sessions: number }

export type TlsPolicy = {
  domain: string
  type: string
  successful: number
  failed: number
  failures: TlsFailure[]
}

export type TlsReport = ReportHead & { kind: 'tls'; policies: TlsPolicy[] }

export type DomainReport = DmarcReport | TlsReport

/** The domain that a report is about, and how its own email is recognized. */
export type ReportedDomain = {
  domain: string
  /** Names that our envelope senders have. */
  returnPaths: readonly string[]
  selectors: readonly string[]
}

/** Whether a name is the domain or below it. */
export const isWithin = (name: string, domain: string): boolean =>
  name === domain || name.endsWith(`.${domain}`)
