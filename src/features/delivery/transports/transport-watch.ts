// Detects whether the transport works. A relay that is unreachable, refuses us or accepts no more for now is not the
// fault of an email or its recipient: then emails wait without using up their attempts, and one of them tries again
// after a rest.
//
// The rest is a tenth of the time that the trouble has lasted. So a server that comes back waits for us no longer than
// a tenth of its downtime, and a server with a long downtime is not tried every second.
import { domainOfAddress } from '../../../platform/addresses/email-address.ts'
import type { Clock } from '../../../platform/clock.ts'
import {
  isAboutCredentials,
  isAboutPace,
  isAboutReputation,
  refusedParty,
} from '../../../platform/email/smtp/replies/refusal.ts'
import { replyText } from '../../../platform/email/smtp/replies/reply-text.ts'
import type { AttemptResult, SmtpReply, Stage } from '../../../platform/email/transport.ts'

const REST_SHARE = 0.1

// No server recovers sooner, and one that refuses for now should be left alone for a moment.
const SHORTEST_REST_MS = 2_000

// A server that is back after hours gets email again within a minute.
const LONGEST_REST_MS = 60_000

// An operator has to change a setting first, here or at the relay.
const REFUSED_REST_MS = 60_000

// An operator has to act here too, and servers lock an account after some wrong passwords in a row.
const CREDENTIALS_REST_MS = 5 * 60_000

/** A relay may refuse a single domain, but hardly this many different ones in a row. */
export const REFUSED_DOMAINS = 10

/** A provider may have lost the servers of a customer or two, but hardly of this many in a row. */
const UNREACHED_DOMAINS = 3

/** One or two may be about their sender or their recipient. */
const PACE_IN_A_ROW = 3

/** `isUnreachable`: the relay accepted no connection. */
export type Trouble = { reason: string; since: Date; nextTryAt: Date; isUnreachable: boolean }

type Failure = { reason: string; stage: Stage; leastRestMs: number }

export type TransportWatch = {
  /** Call it with every result. True if the transport is to blame, so that the email has to wait. */
  isToBlame(result: AttemptResult, address: string): boolean
  /** The transport works, as other threads of this node show. */
  works(): void
  /** Set while the transport does not work. */
  readonly trouble: Trouble | undefined
  /** How long to send nothing; 0 when it is time to send, or to try again. */
  restMs(): number
}

/** A receiver of own delivery. */
export type Receiver = {
  name: string
  /** One of its servers may not work while the others do: several domains have to fail before it is to blame. */
  hasManyServers: boolean
}

type Options = {
  clock: Clock
  /** Called when trouble begins or goes on, and with undefined when it is over. */
  onTrouble?: ((trouble: Trouble | undefined) => void) | undefined
  /** Undefined: the transport is a relay. */
  receiver?: Receiver | undefined
  /** The trouble that another worker had with it. */
  trouble?: Trouble | undefined
}

export function createTransportWatch(options: Options): TransportWatch {
  const { clock, onTrouble = () => undefined, receiver } = options
  const refusedDomains = new Set<string>()
  const unreachedDomains = new Set<string>()
  const unreachedToBlame = receiver?.hasManyServers ? UNREACHED_DOMAINS : 1
  let paceInARow = 0
  let { trouble } = options

  const works = (): false => {
    for (const domains of [refusedDomains, unreachedDomains]) domains.clear()
    paceInARow = 0
    if (trouble) onTrouble((trouble = undefined))
    return false
  }
  const fails = ({ reason, stage, leastRestMs }: Failure): true => {
    const now = clock.now().getTime()
    // The first of several emails that fail together counts.
    if (trouble && now < trouble.nextTryAt.getTime()) return true
    const since = trouble?.since ?? clock.now()
    const grownMs = Math.min(LONGEST_REST_MS, REST_SHARE * (now - since.getTime()))
    const nextTryAt = new Date(now + Math.max(leastRestMs, grownMs))
    trouble = { reason, since, nextTryAt, isUnreachable: stage === 'connect' }
    onTrouble(trouble)
    return true
  }
  const judge = (reply: SmtpReply, stage: Stage, address: string): boolean => {
    const reason = reasonOf(reply, stage, receiver)
    if (isAboutCredentials(reply, stage)) return fails({ reason, stage, leastRestMs: CREDENTIALS_REST_MS })
    // A relay may only quote the receiver.
    const party = receiver && isAboutReputation(reply) ? 'transport' : refusedParty(reply, stage)
    // A reply about a recipient comes from a relay that works.
    if (party === 'recipient') return works()
    if (party !== 'transport') return false
    const isEarly = stage !== 'rcpt' && stage !== 'data' && stage !== 'dot'
    if (reply.code < 500) {
      paceInARow += 1
      const isTrouble = isEarly || paceInARow >= PACE_IN_A_ROW
      return isTrouble && fails({ reason, stage, leastRestMs: SHORTEST_REST_MS })
    }
    refusedDomains.add(domainOfAddress(address))
    const isTrouble = isEarly || refusedDomains.size >= REFUSED_DOMAINS
    return isTrouble && fails({ reason, stage, leastRestMs: REFUSED_REST_MS })
  }

  return {
    isToBlame(result, address) {
      switch (result.kind) {
        case 'accepted':
          return works()
        case 'ambiguous':
          return false
        case 'rejected':
          return judge(result.reply, result.stage, address)
        case 'deferred':
          if (result.reply) return judge(result.reply, result.stage, address)
          // A connection lost later affects one email only.
          if (!NO_CONNECTION.has(result.stage)) return false
          unreachedDomains.add(domainOfAddress(address))
          return (
            unreachedDomains.size >= unreachedToBlame && fails({ ...result, leastRestMs: SHORTEST_REST_MS })
          )
      }
    },
    works,
    get trouble() {
      return trouble
    },
    restMs: () => Math.max(0, (trouble?.nextTryAt.getTime() ?? 0) - clock.now().getTime()),
  }
}

const NO_CONNECTION: ReadonlySet<Stage> = new Set(['connect', 'tls', 'auth'])

/** The reply of the server, with advice for the operator. */
function reasonOf(reply: SmtpReply, stage: Stage, receiver: Receiver | undefined): string {
  const words = replyText(reply)
  const isForNow = reply.code < 500 || isAboutPace(reply)
  if (receiver) {
    return isForNow
      ? `${receiver.name} accepts no more email for now: ${words}`
      : `${receiver.name} refuses email from this server: ${words}`
  }
  if (isAboutCredentials(reply, stage)) {
    return `the relay does not accept the user name and password of MAIL_TRANSPORT: ${words}`
  }
  if (isForNow) return `the relay accepts no more email for now: ${words}`
  return `the relay refuses email from this server; ask its operator to allow it: ${words}`
}
