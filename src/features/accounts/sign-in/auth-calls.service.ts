// Calls of the sign-in library, as requests that never leave the process. What it refuses becomes an AppError; its cookies
// are handed back to be set on the reply. All that one call writes is committed together, with its rows of the audit log.
import type { Trx } from '../../../platform/db/client.ts'
import { createLateTransactions } from '../../../platform/db/transactions/late-transactions.ts'
import type { LateTransactions } from '../../../platform/db/transactions/late-transactions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { AuthHandler } from './better-auth.ts'

/** What the library has to know of the browser that asks. */
export type Browser = {
  cookie: string | undefined
  userAgent: string | undefined
  ip: string
  deviceCookie: string | undefined
}

export type AuthCall = {
  method?: 'GET' | 'POST'
  path: string
  body?: object
  browser: Browser
  /** What the caller calls the password that is proved with it. */
  passwordField?: string
  /** Writes what has been done into the audit log, in the transaction in which it was done. Not called for a refusal. */
  record?: (begin: () => Promise<Trx>, answer: AuthAnswer) => Promise<void>
}

export type AuthAnswer = { body: Record<string, unknown>; cookies: string[] }

export type AuthCalls = (call: AuthCall) => Promise<AuthAnswer>

/** Of what a client calls itself, so much is stored. */
const LONGEST_USER_AGENT = 300

/** Makes the library ready, on the given tables. */
export type AuthLoader = (tables: Pick<LateTransactions, 'db' | 'begin'>) => Promise<AuthHandler>

type Answered = { response: Response; answer: AuthAnswer }

/** What the library answers, whatever it is. */
export function createAuthRequests(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  load: AuthLoader,
): (call: AuthCall) => Promise<Answered> {
  const { origin } = new URL(config.publicUrl)
  const transactions = createLateTransactions(database.db)
  let handler: Promise<AuthHandler> | undefined
  const loaded = async (): Promise<AuthHandler> => {
    try {
      return await (handler ??= load(transactions))
    } catch (error) {
      handler = undefined
      throw error
    }
  }
  return async ({ method = 'POST', path, body = {}, browser, record }) => {
    const handle = await loaded()
    const request = new Request(`${origin}/auth${path}`, {
      method,
      headers: headersOf(browser, origin),
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
    // What a refusal writes is kept, such as the count of wrong codes.
    return transactions.run(async () => {
      const response = await handle(request)
      const answer = { body: await bodyOf(response), cookies: response.headers.getSetCookie() }
      if (response.status < 400) await record?.(transactions.begin, answer)
      return { response, answer }
    })
  }
}

/** The same for what is answered with JSON. @throws AppError for what it refuses */
export function createAuthCalls(deps: Deps): AuthCalls {
  const ask = createAuthRequests(deps, async ({ db }) => {
    const { createAuthHandler } = await import('./better-auth.ts')
    return createAuthHandler({ ...deps, db })
  })
  return async (call) => {
    const { response, answer } = await ask(call)
    if (!response.ok) throw refusalOf(response.status, answer.body, call.passwordField ?? 'password')
    return answer
  }
}

/** The origin is ours: that of the browser was checked before. */
function headersOf({ cookie, userAgent, ip }: Browser, origin: string): Record<string, string> {
  return {
    'content-type': 'application/json',
    origin,
    'x-lettermill-client': ip,
    ...(cookie !== undefined && { cookie }),
    ...(userAgent !== undefined && { 'user-agent': userAgent.slice(0, LONGEST_USER_AGENT) }),
  }
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  const value: unknown = text === '' ? {} : JSON.parse(text)
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The library's own words for its reason; never its stack, and nothing about whether an account exists. */
function refusalOf(status: number, { code, message }: Record<string, unknown>, passwordField: string): Error {
  const reason = typeof message === 'string' && message !== '' ? { message: sentence(message) } : {}
  if (code === 'INVALID_EMAIL_OR_PASSWORD' || code === 'INVALID_EMAIL') {
    return new AppError('UNAUTHORIZED', {
      message: 'The email address or the password is wrong.',
      suggestion: 'Check both, and try again.',
    })
  }
  if (code === 'INVALID_PASSWORD') {
    return invalidFields({ field: passwordField, message: 'is wrong', code: 'custom' })
  }
  if (status === 401) return new AppError('UNAUTHORIZED', reason)
  if (status === 403) return new AppError('FORBIDDEN', reason)
  if (status === 429) return new AppError('RATE_LIMIT_EXCEEDED', reason)
  if (status < 500) return new AppError('BAD_REQUEST', reason)
  return new Error(`the sign-in library answered ${status}: ${String(code)} ${String(message)}`)
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`)
