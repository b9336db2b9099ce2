// Wrong passwords are counted in the database, shared by all nodes: per account, per device that has signed in to the
// account before, and per network. Too many within a quarter of an hour, and that account, device or network waits for the
// rest of it. A device that is known has a count of its own: strangers who try passwords lock out only strangers, so nobody
// can keep a person from signing in on their own browser.
import { hash } from 'node:crypto'
import type { Trx } from '../../../platform/db/client.ts'
import { networkOf } from '../../../platform/addresses/ip-network.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import { countAttempt, takeBackAttempt } from './lockout.queries.ts'
import { readDevice } from './known-device.ts'

const WINDOW_MS = 15 * 60_000

// A person who mistypes gives up or looks it up before the tenth time; 960 guesses a day find no password of 12 characters.
const MOST_PER_ACCOUNT = 10

// An office behind one address signs in every morning; mistyping that often is an attack.
const MOST_PER_NETWORK = 50

export type Lockout = {
  /** Runs the attempt if there are few enough wrong ones. What it throws as UNAUTHORIZED or VALIDATION_ERROR counts. */
  attempt<T>(
    who: { email: string; ip: string; deviceCookie?: string | undefined },
    work: () => Promise<T>,
  ): Promise<T>
}

const subjectOf = (...parts: string[]) => hash('sha256', JSON.stringify(parts), 'buffer')

const accountSubject = (address: string) => subjectOf('account', address)

/** Strangers may try again: the operator has given the account a new password. `address` in lower case. */
export const forgetFailures = (trx: Trx, address: string): Promise<void> =>
  takeBackAttempt(trx, { counted: [], forgiven: [accountSubject(address)] })

export function createLockout({
  database,
  clock,
  secrets,
}: Pick<Deps, 'database' | 'clock' | 'secrets'>): Lockout {
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
      const result = await unlessNotCounted(work, () =>
        takeBackAttempt(db, { counted: [account, network], forgiven: [] }),
      )
      await takeBackAttempt(db, { counted: [network], forgiven: [account] })
      return result
    },
  }
}

/** A failure of our own is nobody's wrong password. */
async function unlessNotCounted<T>(work: () => Promise<T>, takeBack: () => Promise<void>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isWrong = error instanceof AppError && ['UNAUTHORIZED', 'VALIDATION_ERROR'].includes(error.code)
    if (!isWrong) await takeBack()
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
