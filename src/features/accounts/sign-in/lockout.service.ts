// Wrong passwords are counted in the database, shared by all nodes: per account, per known device of the account, and per
// network. Too many within 15 minutes lock the account, device or network for the rest of them. A known device has its own
// count, so attackers cannot lock users out of their own browsers.
import { hash } from 'node:crypto'
import type { Trx } from '../../../platform/db/client.ts'
import { networkOf } from '../../../platform/addresses/ip-network.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { countAttempt, uncountAttempt } from './sessions.queries.ts'
import { readDevice } from './known-device.ts'

const WINDOW_MS = 15 * 60_000

// People look up their password before the tenth mistake; 960 guesses per day find no password of 12 characters.
const MOST_PER_ACCOUNT = 10

// More than an office behind one address mistypes in 15 minutes.
const MOST_PER_NETWORK = 50

export type Lockout = {
  /** Runs the attempt unless it is locked. UNAUTHORIZED and VALIDATION_ERROR count as wrong passwords. */
  attempt<T>(
    who: { email: string; ip: string; deviceCookie?: string | undefined },
    work: () => Promise<T>,
  ): Promise<T>
}

const subjectOf = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'buffer')

const accountSubject = (address: string) => subjectOf('account', address)

/** Unlocks an account that got a new password from the operator. `address` in lower case. */
export const clearFailures = (trx: Trx, address: string): Promise<void> =>
  uncountAttempt(trx, { counted: [], cleared: [accountSubject(address)] })

export function createLockout(deps: Pick<Deps, 'database' | 'clock' | 'secrets'>): Lockout {
  const { database, clock, secrets } = deps
  const { db } = database
  return {
    async attempt({ email, ip, deviceCookie }, work) {
      const now = clock.now()
      const address = email.toLowerCase()
      const device = readDevice(secrets, { value: deviceCookie, email: address })
      const account = device === undefined ? accountSubject(address) : subjectOf('device', device, address)
      const network = subjectOf('network', networkOf(ip))
      const limits = new Map([
        [account.toString('hex'), MOST_PER_ACCOUNT],
        [network.toString('hex'), MOST_PER_NETWORK],
      ])
      const endsAt = new Date(now.getTime() + WINDOW_MS)
      const counted = await countAttempt(db, { subjects: [account, network], now, endsAt })
      const over = counted.filter(
        ({ subject, failures }) => failures > (limits.get(subject.toString('hex')) ?? 0),
      )
      if (over.length > 0) throw lockedOut(over, now)
      const result = await uncountOtherErrors(work, () =>
        uncountAttempt(db, { counted: [account, network], cleared: [] }),
      )
      await uncountAttempt(db, { counted: [network], cleared: [account] })
      return result
    },
  }
}

/** Errors other than a wrong password must not count. */
async function uncountOtherErrors<T>(work: () => Promise<T>, uncount: () => Promise<void>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isWrongPassword =
      error instanceof AppError && ['UNAUTHORIZED', 'VALIDATION_ERROR'].includes(error.code)
    if (!isWrongPassword) await uncount()
    throw error
  }
}

function lockedOut(over: readonly { ends_at: Date }[], now: Date): AppError {
  const until = Math.max(...over.map(({ ends_at }) => ends_at.getTime()))
  const minutes = Math.max(1, Math.ceil((until - now.getTime()) / 60_000))
  return new AppError('RATE_LIMIT_EXCEEDED', {
    message: 'Too many wrong passwords.',
    suggestion: `Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or in a browser in which you have signed in before.`,
    retryAfterSeconds: Math.max(1, Math.ceil((until - now.getTime()) / 1000)),
  })
}
