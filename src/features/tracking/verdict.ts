// Decides whether a person or a machine opened an email or followed its link. Every verdict has its reasons and the version of
// these rules; hits are stored as received, so new rules (with a new version) are applied to old hits too.
import { readAgent } from './agents.ts'
import type { Agent } from './agents.ts'

/** Raise it with every change of these rules or of agents.ts. */
export const RULES_VERSION = 2

export type Verdict = 'human' | 'machine' | 'unknown'
export type Judgement = { verdict: Verdict; reasons: string[] }

export type Hit = {
  kind: 'open' | 'click'
  link: number | null
  isHead: boolean
  /** The client declared a prefetch (Sec-Purpose and its predecessors). */
  isPrefetch: boolean
  userAgent: string
  /** Equal for hits from one network address. */
  place: string
  at: Date
}

export type EmailFacts = {
  sentAt: Date | null
  linkCount: number
}

// No person reads an email within a second of sending; scanners on its way do.
const TOO_SOON_MS = 1_000

// The proxies of Gmail and Yahoo usually load images when an email is opened; this early it may be a prefetch.
const EARLY_PROXY_MS = 10_000

// A scanner follows all links at once; even fast readers take seconds between links.
const BURST_MS = 5_000
const BURST_LINKS = 3

// The longest that a scanner takes to follow the links one by one.
export const NEIGHBOUR_MS = 60_000

/** @param clicks all clicks of the email within NEIGHBOUR_MS, including this one */
export function judgeHit(
  hit: Hit,
  { email, clicks }: { email: EmailFacts; clicks: readonly Hit[] },
): Judgement {
  const agent = agentOf(hit)
  const sinceSent = sinceSentMs(hit, email)
  const machine = [
    hit.isHead && 'head_request',
    hit.isPrefetch && 'prefetch',
    MACHINES[agent],
    sinceSent < TOO_SOON_MS && 'too_soon',
    ...(hit.kind === 'click' ? judgeClick(hit, email, clicks) : []),
  ].filter((reason) => typeof reason === 'string')
  if (machine.length > 0) return { verdict: 'machine', reasons: machine }
  if (agent === 'image_proxy') {
    const isEarly = sinceSent < EARLY_PROXY_MS
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

// Cached, because each click is compared with all others of its email, and classifying an agent takes a dozen patterns.
const agents = new WeakMap<Hit, Agent>()

function agentOf(hit: Hit): Agent {
  const agent = agents.get(hit) ?? readAgent(hit.userAgent)
  agents.set(hit, agent)
  return agent
}

const sinceSentMs = ({ at }: Hit, { sentAt }: EmailFacts): number =>
  sentAt === null ? 0 : at.getTime() - sentAt.getTime()

function judgeClick(hit: Hit, email: EmailFacts, clicks: readonly Hit[]): (string | false)[] {
  const near = clicks.filter(({ at }) => Math.abs(at.getTime() - hit.at.getTime()) <= NEIGHBOUR_MS)
  const isAmongMachines =
    !isByMachine(hit, email) && near.some((other) => other.place === hit.place && isByMachine(other, email))
  return [isAmongMachines && 'with_machine', isBurst(hit, near, email.linkCount) && 'all_links']
}

/**
 * Whether the click alone reveals a scanner, so that all clicks from its place count as its own. A prefetch of a browser does
 * not: its reader follows.
 */
const isByMachine = (hit: Hit, email: EmailFacts): boolean =>
  hit.isHead || MACHINES[agentOf(hit)] !== undefined || sinceSentMs(hit, email) < TOO_SOON_MS

/** Clicks on three links at once, or on both if the email has two. */
function isBurst(hit: Hit, near: readonly Hit[], linkCount: number): boolean {
  const atOnce = near.filter(({ at }) => Math.abs(at.getTime() - hit.at.getTime()) <= BURST_MS)
  const links = new Set(atOnce.map(({ link }) => link))
  return links.size >= 2 && links.size >= Math.min(BURST_LINKS, linkCount)
}
