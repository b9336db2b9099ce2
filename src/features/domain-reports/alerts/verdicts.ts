// Whether the figures of a domain deserve an alert, and its words.
import { adviceOnTls } from '../desk/source-kind.ts'

export type NetworkCounts = {
  network: string
  messages: number
  aligned: number
  total: number
}
export type AlignmentCounts = { messages: number; aligned: number }
export type TlsDayCounts = {
  day: string
  sessions: number
  failed: number
  /** The most frequent failure, if any. */
  result: string | null
  mx: string | null
}

const LEAST_MESSAGES = 100
const LEAST_SHARE = 0.01
const LEAST_DROP = 0.1
const LEAST_SESSIONS = 10

export type ReportAlert =
  | {
      kind: 'new-source'
      /** An alert is given once per kind and subject. */
      subject: string
      data: {
        network: string
        messages: number
        unaligned: number
        total: number
        reason: string
        advice: string
      }
    }
  | {
      kind: 'alignment'
      subject: string
      data: {
        messages: number
        share: number
        shareBefore: number
        reason: string
        advice: string
      }
    }
  | {
      kind: 'tls'
      subject: string
      data: {
        day: string
        sessions: number
        failed: number
        result: string
        reason: string
        advice: string
      }
    }

export type AlertFacts = {
  domain: string
  networks: readonly NetworkCounts[]
  recent: AlignmentCounts
  before: AlignmentCounts
  tlsDays: readonly TlsDayCounts[]
}

export function judgeReports({ domain, networks, recent, before, tlsDays }: AlertFacts): ReportAlert[] {
  const drop = judgeAlignment({ domain, recent, before })
  const failure = tlsDays
    .toSorted((a, b) => b.day.localeCompare(a.day))
    .map((day) => judgeTls(day, domain))
    .find((alert) => alert !== undefined)
  return [
    ...networks.flatMap((network) => judgeNetwork(network, domain) ?? []),
    ...(drop ? [drop] : []),
    ...(failure ? [failure] : []),
  ]
}

/** A network that mostly passes is that of a known sender or of a forwarder. */
function judgeNetwork(
  { network, messages, aligned, total }: NetworkCounts,
  domain: string,
): ReportAlert | undefined {
  const unaligned = messages - aligned
  if (unaligned < LEAST_MESSAGES || unaligned < total * LEAST_SHARE || unaligned <= aligned) return undefined
  return {
    kind: 'new-source',
    subject: network,
    data: {
      network,
      messages,
      unaligned,
      total,
      reason: `${network} sent ${counted(unaligned)} messages as ${domain} in 7 days that do not pass DMARC.`,
      advice: `If it is a service of yours, let it sign with DKIM for ${domain}; if you do not know it, a policy of quarantine or reject stops it.`,
    },
  }
}

type AlignmentFacts = Pick<AlertFacts, 'domain' | 'recent' | 'before'>

function judgeAlignment({ domain, recent, before }: AlignmentFacts): ReportAlert | undefined {
  if (recent.messages < LEAST_MESSAGES || before.messages < LEAST_MESSAGES) return undefined
  // As whole messages: 0.9 - 0.8 is less than 0.1.
  const lost = before.aligned * recent.messages - recent.aligned * before.messages
  if (lost < LEAST_DROP * recent.messages * before.messages) return undefined
  const share = recent.aligned / recent.messages
  const shareBefore = before.aligned / before.messages
  return {
    kind: 'alignment',
    subject: '',
    data: {
      messages: recent.messages,
      share,
      shareBefore,
      reason: `${percent(share)} of the email of ${domain} passed DMARC in 7 days, and ${percent(shareBefore)} in the 28 days before.`,
      advice: `Look at the sources of ${domain}: either a sender of yours has lost its signature, or others send as ${domain}.`,
    },
  }
}

function judgeTls(
  { day, sessions, failed, result, mx }: TlsDayCounts,
  domain: string,
): ReportAlert | undefined {
  if (result === null || failed < LEAST_SESSIONS || failed < sessions * LEAST_SHARE) return undefined
  return {
    kind: 'tls',
    subject: result,
    data: {
      day,
      sessions,
      failed,
      result,
      reason: `${counted(failed)} of ${counted(sessions)} TLS sessions with the mail servers of ${domain} failed on ${day}, most with ${result}.`,
      advice: adviceOnTls({ result, mx: mx ?? '' }, domain),
    },
  }
}

const counted = (count: number): string => count.toLocaleString('en')
const percent = (share: number): string => `${(Math.floor(share * 1000) / 10).toFixed(1)} %`
