// Who opened an email or followed its link: a person, or a machine in front of one. Every verdict names its reasons and the
// version of these rules; hits are kept as they came, so a change here (with a new version) judges history again.
import { readAgent } from './agents.ts'
import type { Agent } from './agents.ts'

/** To be raised with every change of these rules or of agents.ts. */
export const RULES_VERSION = 2

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

export type EmailFacts = {
  sentAt: Date | null
  /** Of its tracked links. */
  linkCount: number
}

// Nobody has read an email a second after it was handed over; what looks at it on its way has.
const TOO_SOON_MS = 1_000

// Gmail's and Yahoo's proxies ask when an email is opened, as a rule; so soon after it came, it may be a look ahead.
const SOON_FOR_A_PROXY_MS = 10_000

// A scanner follows everything at once; the fastest of readers takes seconds to come back for the next link.
const BURST_MS = 5_000
const BURST_LINKS = 3

// A scanner that walks through an email link by link does not take longer.
export const NEIGHBOUR_MS = 60_000

/** @param clicks those of the same email within NEIGHBOUR_MS, this one among them if it is a click */
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

// Each click of an email is compared with all others of it, and reading an agent takes a dozen patterns.
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
 * Whether a click shows by itself that it is a scanner's, so that the others from its place are as well. A browser that
 * looks ahead does not: its reader follows.
 */
const isByMachine = (hit: Hit, email: EmailFacts): boolean =>
  hit.isHead || MACHINES[agentOf(hit)] !== undefined || sinceSentMs(hit, email) < TOO_SOON_MS

/** Of an email with two links both, of others three, all within a moment. */
function isBurst(hit: Hit, near: readonly Hit[], linkCount: number): boolean {
  const atOnce = near.filter(({ at }) => Math.abs(at.getTime() - hit.at.getTime()) <= BURST_MS)
  const links = new Set(atOnce.map(({ link }) => link))
  return links.size >= 2 && links.size >= Math.min(BURST_LINKS, linkCount)
}
