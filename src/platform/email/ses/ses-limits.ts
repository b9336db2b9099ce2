// The limits of the account: whether an email may be sent now, and when its turn is.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AttemptResult, SendResult } from '../transport.ts'
import { createSesAccountWatch, readSesAccount } from './ses-account.ts'
import type { SesAccount } from './ses-account.ts'
import type { SesClient } from './ses-client.ts'
import { readJson } from '../feedback/providers/json-values.ts'
import { notNow } from './ses-errors.ts'
import type { SesRefusal } from './ses-errors.ts'
import { createSesPace } from './ses-pace.ts'

export type SesLimits = {
  /** Resolves when it is the turn of an email: to undefined, or to its result if it cannot be sent. */
  waitForTurn(): Promise<SendResult | undefined>
  /** SES took an email. */
  sent(): void
  /** SES refused an email because of a limit. */
  exceeded(limit: SesRefusal['limit']): void
}

type LimitsParts = {
  client: SesClient
  /** The number of threads of this node that send. */
  users: () => number
  /** Aborted when no more email is sent. */
  signal: AbortSignal
  /** The quota could not be read. Email is sent without it. */
  onUnknownQuota: (reason: string) => void
}

export function createSesLimits({ client, users, signal, onUnknownQuota }: LimitsParts): SesLimits {
  const pace = createSesPace({ users })
  const account = createSesAccountWatch({
    read: () => loadAccount(client, onUnknownQuota),
    onRead: ({ perSecond }) => pace.setRate(perSecond),
  })
  const refuse = async (): Promise<AttemptResult | undefined> => {
    const problem = await account.findProblem()
    return problem === undefined ? undefined : notNow(problem)
  }
  return {
    async waitForTurn() {
      // The first reading tells the pace.
      const refusal = await refuse()
      if (refusal) return refusal
      const waitMs = pace.takeTurnMs()
      if (waitMs === 0) return undefined
      const isTurn = await sleep(waitMs, true, { signal }).catch(() => false)
      // Emails before it may have used up the quota.
      return isTurn ? refuse() : { kind: 'unsent' }
    },
    sent: () => account.sent(),
    exceeded(limit) {
      if (limit === 'rate') pace.slowed()
      if (limit === 'quota') account.exhausted()
    },
  }
}

async function loadAccount(
  client: SesClient,
  onUnknown: (reason: string) => void,
): Promise<SesAccount | undefined> {
  try {
    const { status, body } = await client.getAccount()
    const account = readSesAccount(readJson(body))
    if (account === undefined) onUnknown(`HTTP ${status} ${body.slice(0, 500)}`)
    return account
  } catch (error) {
    onUnknown(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
