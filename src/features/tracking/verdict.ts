// Who opened a mail or followed its link: a person, or a machine in front of one. Every verdict names its reasons and the
// version of these rules; hits are kept as they came, so a change here (with a new version) judges history again.
import { readAgent } from './agents.ts'
import type { Agent } from './agents.ts'

/** To be raised with every change of these rules or of agents.ts. */
export const RULES_VERSION = 1

export type Verdict = 'human' | 'machine' | 'unknown'
export type Judgement = { verdict: Verdict; reasons: string[] }

export type Hit = {
  kind: 'open' | 'click'
  link: number | null
  isHead: boolean
  /** The asker said that it only looks ahead (Sec-Purpose and its elders). */
  isPrefetch: boolean
  userAgent: string
  /** Hits of one place have the same. */
  place: string
  at: Date
}

export type MailFacts = {
  sentAt: Date | null
  /** Of all links; the last one is the trap. */
  linkCount: number
}

// Nobody has read a mail a second after it was handed over; what looks at it on its way has.
const TOO_SOON_MS = 1_000

// Gmail's and Yahoo's proxies ask when a mail is opened, as a rule; so soon after it came, it may be a look ahead.
const SOON_FOR_A_PROXY_MS = 10_000

// A scanner follows everything at once; the fastest of readers takes seconds to come back for the next link.
const BURST_MS = 5_000
const BURST_LINKS = 3

// A scanner that walks through a mail link by link does not take longer.
export const NEIGHBOUR_MS = 60_000

/** @param clicks those of the same mail within NEIGHBOUR_MS, this one among them if it is a click */
export function judgeHit(hit: Hit, { mail, clicks }: { mail: MailFacts; clicks: readonly Hit[] }): Judgement {
  const agent = readAgent(hit.userAgent)
  const sinceSent = mail.sentAt === null ? 0 : hit.at.getTime() - mail.sentAt.getTime()
  const machine = [
    hit.isHead && 'head_request',
    hit.isPrefetch && 'prefetch',
    MACHINES[agent],
    sinceSent < TOO_SOON_MS && 'too_soon',
    ...(hit.kind === 'click' ? judgeClick(hit, mail, clicks) : []),
  ].filter((reason) => typeof reason === 'string')
  if (machine.length > 0) return { verdict: 'machine', reasons: machine }
  if (agent === 'image_proxy') {
    const isEarly = sinceSent < SOON_FOR_A_PROXY_MS
    return isEarly
      ? { verdict: 'unknown', reasons: ['image_proxy', 'soon'] }
      : { verdict: 'human', reasons: ['image_proxy'] }
  }
  return { verdict: agent === 'unknown' ? 'unknown' : 'human', reasons: [agent] }
}

const MACHINES: Partial<Record<Agent, string>> = {
  none: 'no_user_agent',
  apple_privacy: 'apple_privacy',
  gmail_prefetch: 'gmail_prefetch',
  scanner: 'scanner',
  library: 'library',
}

function judgeClick(hit: Hit, { linkCount }: MailFacts, clicks: readonly Hit[]): (string | false)[] {
  const trap = linkCount - 1
  const near = clicks.filter(({ at }) => Math.abs(at.getTime() - hit.at.getTime()) <= NEIGHBOUR_MS)
  const isInTrap = near.some(({ link, place }) => link === trap && place === hit.place)
  return [
    hit.link === trap && 'trap_link',
    hit.link !== trap && isInTrap && 'with_trap_link',
    isBurst(hit, near, trap) && 'all_links',
  ]
}

/** Of a mail with two links both, of others three, all within a moment. */
function isBurst(hit: Hit, near: readonly Hit[], linkCount: number): boolean {
  const atOnce = near.filter(({ at }) => Math.abs(at.getTime() - hit.at.getTime()) <= BURST_MS)
  const links = new Set(atOnce.map(({ link }) => link))
  return links.size >= 2 && links.size >= Math.min(BURST_LINKS, linkCount)
}
