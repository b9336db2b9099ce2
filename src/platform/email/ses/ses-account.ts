// The account at SES: whether it may send, how fast, and how much of its quota for 24 hours is left. Read again every few
// minutes, and in between it is counted on. Each thread reads it for itself.
import { isObject, objectAt } from '../feedback/providers/json-values.ts'
import type { Json } from '../feedback/providers/json-values.ts'

export type SesAccount = {
  isEnabled: boolean
  /** Only verified addresses get its email. */
  isInSandbox: boolean
  /** -1: no limit. */
  mostPerDay: number
  sentInDay: number
  perSecond: number
}

/** Undefined if the answer of GET /v2/email/account has no quota. */
export function readSesAccount(json: Json): SesAccount | undefined {
  if (!isObject(json['SendQuota'])) return undefined
  const quota = objectAt(json, 'SendQuota')
  const [mostPerDay, sentInDay, perSecond] = ['Max24HourSend', 'SentLast24Hours', 'MaxSendRate'].map((name) =>
    Number(quota[name]),
  )
  if (mostPerDay === undefined || sentInDay === undefined || perSecond === undefined) return undefined
  if (![mostPerDay, sentInDay, perSecond].every(Number.isFinite) || perSecond <= 0) return undefined
  return {
    isEnabled: json['SendingEnabled'] !== false,
    isInSandbox: json['ProductionAccessEnabled'] === false,
    mostPerDay,
    sentInDay,
    perSecond,
  }
}

export type SesAccountWatch = {
  /** Why no email can be sent now; undefined if it can, or nothing is known. */
  findProblem(): Promise<string | undefined>
  /** SES took an email. */
  sent(): void
  /** SES says that the quota is exhausted, so the account is read again. */
  exhausted(): void
}

// Another node may have used the quota up, which SES then says itself.
const READ_AGAIN_MS = 5 * 60_000

// SES allows one request per second, for all nodes together.
const READ_BLOCKED_AGAIN_MS = 20_000

// Without the rate of the account, SES has to refuse what is too fast.
const READ_UNKNOWN_AGAIN_MS = 60_000

type WatchOptions = {
  /** Undefined if the account could not be read. */
  read: () => Promise<SesAccount | undefined>
  onRead: (account: SesAccount) => void
  nowMs?: () => number
}

export function createSesAccountWatch({
  read,
  onRead,
  nowMs = () => performance.now(),
}: WatchOptions): SesAccountWatch {
  let account: SesAccount | undefined
  let readAtMs = -Infinity
  let reading: Promise<void> | undefined

  const load = async (): Promise<void> => {
    account = await read()
    readAtMs = nowMs()
    if (account) onRead(account)
  }
  /** One request for all emails that wait. */
  const loadOnce = (): Promise<void> => (reading ??= load().finally(() => (reading = undefined)))

  const readAgainMs = (): number => {
    if (!account) return READ_UNKNOWN_AGAIN_MS
    return problemOfAccount(account) === undefined ? READ_AGAIN_MS : READ_BLOCKED_AGAIN_MS
  }

  return {
    async findProblem() {
      if (nowMs() - readAtMs >= readAgainMs()) await loadOnce()
      return account && problemOfAccount(account)
    },
    sent() {
      if (account) account = { ...account, sentInDay: account.sentInDay + 1 }
    },
    exhausted() {
      if (account && problemOfAccount(account) === undefined) readAtMs = -Infinity
    },
  }
}

/** Why no email can be sent now. */
export function problemOfAccount({ isEnabled, mostPerDay, sentInDay }: SesAccount): string | undefined {
  if (!isEnabled) return 'sending is paused for the SES account in this region'
  if (mostPerDay < 0 || sentInDay < mostPerDay) return undefined
  return `the SES account has used up its quota: ${sentInDay} of ${mostPerDay} emails in 24 hours`
}
