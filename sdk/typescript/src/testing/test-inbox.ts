// Waits for the emails of one test. Each test has one of its own: emails from before it do not count, and an email is
// returned once, so that the next wait for the same address finds the next email.
import { ApiClient } from '../core/api-client.ts'
import { unwrap } from '../core/result.ts'

export type InboxSettings = {
  /** The address of the server. Default: LETTERMILL_BASE_URL. */
  baseUrl?: string | undefined
  /** A secret key that may read. Default: LETTERMILL_API_KEY. */
  apiKey?: string | undefined
}

export type WaitQuery = {
  /** The address of the recipient. */
  to?: string | undefined
  /** Part of the subject; upper and lower case count as equal. */
  subject?: string | undefined
  /** A time, or the id of an email. Default: the last email that was returned for the same `to`, or the start of the test. */
  after?: Date | string | undefined
  /** Seconds, at most 60. Default: 30. */
  timeout?: number | undefined
}

export type ReceivedLink = {
  /** As the email has it. */
  url: string
  /** Where it leads; differs from `url` if clicks are tracked. */
  target: string
  /** The words of the link; null for a URL that is only written out. */
  text: string | null
}

export type ReceivedEmail = {
  id: string
  to: string
  from: string
  subject: string
  status: string
  tags: string[]
  html: string
  text: string
  headers: Record<string, string>
  links: ReceivedLink[]
  /** What looks like a one-time code, the likeliest first. */
  codes: string[]
  createdAt: string
}

const DEFAULT_TIMEOUT_SECONDS = 30

/** The server answers in time; this is for a connection that hangs. */
const GRACE_MS = 15_000

export class TestInbox {
  readonly #client: ApiClient
  readonly #startedAt: Date
  /** The id of the last email that was returned, by `to`. */
  readonly #last = new Map<string, string>()

  constructor(settings: InboxSettings = {}, startedAt = new Date()) {
    this.#client = new ApiClient({
      baseUrl: settings.baseUrl ?? variable('LETTERMILL_BASE_URL', 'baseUrl'),
      apiKey: settings.apiKey ?? variable('LETTERMILL_API_KEY', 'apiKey'),
    })
    this.#startedAt = startedAt
  }

  /** An address that no other test has. */
  address(name = 'test'): string {
    const random = Math.random().toString(36).slice(2, 10).padEnd(8, '0')
    return `${name}-${Date.now().toString(36)}${random}@example.com`
  }

  /**
   * The oldest email that matches, also if it has arrived already. After the time it throws a LettermillError whose message
   * names what did arrive.
   */
  async wait(query: WaitQuery = {}): Promise<ReceivedEmail> {
    const { to, subject, timeout = DEFAULT_TIMEOUT_SECONDS } = query
    const key = to?.toLowerCase() ?? ''
    const after = query.after ?? this.#last.get(key) ?? this.#startedAt
    const result = await this.#client.request<ReceivedEmail>(
      { method: 'GET', path: '/inbox/wait', query: { to, subject, after, timeout } },
      { timeoutMs: timeout * 1_000 + GRACE_MS },
    )
    const email = unwrap(result)
    this.#last.set(key, email.id)
    return email
  }
}

/** Without the types of Node: the SDK runs elsewhere, too. */
function variable(name: string, option: string): string {
  const { process } = globalThis as { process?: { env: Record<string, string | undefined> } }
  const value = process?.env[name]
  if (value === undefined || value === '') throw new TypeError(`Set ${name}, or give ${option}.`)
  return value
}
