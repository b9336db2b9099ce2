// Asks whether the links of an email answer. The client checks that an address is public, at each redirect too, and connects to exactly
// that address. Nothing of the answer is kept, and no link of our own is asked, not even as a redirect: it would unsubscribe
// somebody or count a click.
import { hostOfUrl } from '../../../platform/addresses/url-host.ts'
import { createGate } from '../../../platform/concurrency/gate.ts'
import { createLaneGate } from '../../../platform/concurrency/lane-gate.ts'
import type { LaneGate } from '../../../platform/concurrency/lane-gate.ts'
import type { HttpClient, Outcome } from '../../../platform/outgoing/http-client.ts'
import type { FixedLink } from '../content-checks.threads.ts'

export type LinkAnswer = FixedLink & {
  status: 'ok' | 'broken' | 'unsure' | 'skipped'
  statusCode: number | null
  /** Why it is not ok; null if it is. */
  reason: string | null
}

export type LinkLimits = {
  mostLinks: number
  mostRedirects: number
  perHost: number
  perLinkMs: number
  /** For all links together. */
  totalMs: number
}

export const LINK_LIMITS: LinkLimits = {
  mostLinks: 50,
  mostRedirects: 3,
  perHost: 2,
  perLinkMs: 5_000,
  // Proxies in front of this server often cut an answer after 30 s.
  totalMs: 20_000,
}

// Servers that refuse HEAD answer GET; the body is of no interest, and may be endless.
const KEPT_BYTES = 65_536

// A process has 256 sockets for webhooks; links must not take them.
const MOST_AT_ONCE = 32
const PER_CHECK = 8

const sockets = createGate(MOST_AT_ONCE)

/** `isOwn`: whether an address leads to this installation. */
type Parts = {
  http: Pick<HttpClient, 'send'>
  isOwn: (url: URL) => Promise<boolean>
  limits?: LinkLimits
}

type Run = Required<Parts> & { hosts: LaneGate; endsAt: number }

/** An answer for each link, in their order; those after the most are skipped. */
export async function askLinks(
  links: readonly FixedLink[],
  { http, isOwn, limits = LINK_LIMITS }: Parts,
): Promise<LinkAnswer[]> {
  const { perHost, totalMs, mostLinks } = limits
  const hosts = createLaneGate({ perLane: perHost, mostWaiting: mostLinks, waitMs: totalMs })
  const run: Run = { http, isOwn, limits, hosts, endsAt: performance.now() + totalMs }
  const places = createGate(PER_CHECK)
  let asked = 0
  return Promise.all(
    links.map(async (link) => {
      if (!URL.canParse(link.url)) return { ...link, ...broken('it is not an address') }
      asked += 1
      if (asked > mostLinks) return { ...link, ...skipped(`only ${mostLinks} links are asked`) }
      const leave = await places.enter(1)
      try {
        return { ...link, ...(await askLink(run, link.url)) }
      } finally {
        leave?.()
      }
    }),
  )
}

type Verdict = Omit<LinkAnswer, keyof FixedLink>

const skipped = (reason: string): Verdict => ({ status: 'skipped', statusCode: null, reason })
const broken = (reason: string, statusCode: number | null = null): Verdict => ({
  status: 'broken',
  statusCode,
  reason,
})

async function askLink(run: Run, url: string): Promise<Verdict> {
  let address = url
  let spentMs = 0
  for (let redirects = 0; redirects <= run.limits.mostRedirects; redirects += 1) {
    const target = new URL(address)
    if (await run.isOwn(target)) {
      return skipped(`it ${redirects === 0 ? 'leads' : 'redirects'} to this installation`)
    }
    const leave = await run.hosts.enter(hostOfUrl(target))
    const left = run.endsAt - performance.now()
    if (!leave || left <= 0) {
      leave?.()
      return skipped('the check took too long')
    }
    const began = performance.now()
    const timeoutMs = Math.min(left, run.limits.perLinkMs - spentMs)
    const outcome = await ask(run, { url: address, timeoutMs }).finally(leave)
    spentMs += performance.now() - began
    if (outcome.status !== 'answered') return unanswered(outcome)
    const next = redirectOf(outcome, address)
    if (next === undefined) return judge(outcome.statusCode)
    if (next === null) return broken('it redirects to nowhere', outcome.statusCode)
    if (spentMs >= run.limits.perLinkMs) break
    address = next
  }
  return broken(`it redirects more than ${run.limits.mostRedirects} times, or takes too long`)
}

type LinkResponse = Extract<Outcome, { status: 'answered' }>

/** HEAD, and GET where the server does not answer that as it should. */
async function ask({ http }: Run, { url, timeoutMs }: { url: string; timeoutMs: number }): Promise<Outcome> {
  const leave = await sockets.enter(1)
  const began = performance.now()
  try {
    const head = await http.send({ url, method: 'HEAD', timeoutMs: Math.max(1, timeoutMs), keptBytes: 0 })
    if (head.status === 'refused' || (head.status === 'answered' && head.statusCode < 400)) return head
    const left = timeoutMs - (performance.now() - began)
    if (left <= 0) return head
    return await http.send({ url, method: 'GET', timeoutMs: left, keptBytes: KEPT_BYTES })
  } finally {
    leave?.()
  }
}

const unanswered = ({ status, reason }: Exclude<Outcome, LinkResponse>): Verdict =>
  broken(status === 'refused' ? 'it leads to a private address, or is not a web address' : reason)

const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** The address it redirects to; undefined if it does not, null if that is not an address. */
function redirectOf({ statusCode, location }: LinkResponse, from: string): string | null | undefined {
  if (!REDIRECTS.has(statusCode)) return undefined
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from).href : null
}

// Sites that ask machines to stay away answer people.
const GUARDED = new Set([401, 403, 405, 406, 429, 999])

function judge(statusCode: number): Verdict {
  if (statusCode < 400) return { status: 'ok', statusCode, reason: null }
  if (GUARDED.has(statusCode)) {
    return {
      status: 'unsure',
      statusCode,
      reason: `the server refuses programs (${statusCode}); open it yourself`,
    }
  }
  return broken(`the server answers ${statusCode}`, statusCode)
}
