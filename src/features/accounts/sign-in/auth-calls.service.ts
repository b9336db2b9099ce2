// Calls the sign-in library with requests that never leave the process. A refusal becomes an AppError; its cookies are
// returned, to be set on the reply. Each call is one transaction, audit entries included.
import type { Trx } from '../../../platform/db/client.ts'
import { createLateTransactions } from '../../../platform/db/transactions/late-transactions.ts'
import type { LateTransactions } from '../../../platform/db/transactions/late-transactions.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError, invalidFields } from '../../../platform/errors.ts'
import type { AuthHandler } from './better-auth.ts'

/** The details of the browser that the library needs. */
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
  /** The name of the password in the caller's fields, for errors. */
  passwordField?: string
  /** Writes the audit entries, in the transaction of the call. Not called for a refusal. */
  record?: (begin: () => Promise<Trx>, answer: AuthAnswer) => Promise<void>
}

export type AuthAnswer = { body: Record<string, unknown>; cookies: string[] }

export type AuthCalls = (call: AuthCall) => Promise<AuthAnswer>

/** The stored part of the user agent. */
const LONGEST_USER_AGENT = 300

export type AuthLoader = (tables: Pick<LateTransactions, 'db' | 'begin'>) => Promise<AuthHandler>

/** Returns every response of the library, refusals included. */
export function createAuthRequests(
  { config, database }: Pick<Deps, 'config' | 'database'>,
  load: AuthLoader,
): (call: AuthCall) => Promise<{ response: Response; answer: AuthAnswer }> {
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
    // A refusal commits too: it writes the count of wrong codes.
    return transactions.run(async () => {
      const response = await handle(request)
      const answer = { body: await bodyOf(response), cookies: response.headers.getSetCookie() }
      if (response.status < 400) await record?.(transactions.begin, answer)
      return { response, answer }
    })
  }
}

/** For calls with a JSON response. @throws AppError for a refusal */
export function createAuthCalls(deps: Deps): AuthCalls {
  const send = createAuthRequests(deps, async ({ db }) => {
    const { createAuthHandler } = await import('./better-auth.ts')
    return createAuthHandler({ ...deps, db })
  })
  return async (call) => {
    const { response, answer } = await send(call)
    if (!response.ok) throw refusalOf(response.status, answer.body, call.passwordField ?? 'password')
    return answer
  }
}

/** Our own origin, because that of the browser was checked before. */
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

/** The library's own message; never its stack, nor whether an account exists. */
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
