import { setTimeout as pause } from 'node:timers/promises'
import type { Call, CallCommand } from '../../command.ts'
import { plainText } from '../../terminal/text-table.ts'
import { hasReader } from '../../terminal/reader.ts'
import { UsageError } from '../../usage-error.ts'
import { recordsOf } from './listing.ts'
import type { ApiRecord, Page } from './listing.ts'

const POLL_MS = 2_000

// Emails whose changes are followed. Older ones that change are shown by `emails get`.
const FOLLOWED = 100

/** New emails, and changes of the newest ones. */
export const emailLogs: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'emails logs',
  summary: 'Show the newest emails, and with -f what happens to them',
  options: {
    follow: { type: 'flag', short: 'f', summary: 'Go on until Ctrl-C, for the newest 100 emails' },
    lines: {
      type: 'text',
      short: 'n',
      value: '<n>',
      summary: 'Emails to begin with, 0 to 100; 20 by default',
    },
  },
  async run(call) {
    const lines = linesOf(call)
    const known = new Map<unknown, unknown>()
    const first = await newest(call)
    for (const [index, email] of first.entries()) {
      known.set(email['id'], email['status'])
      if (index >= first.length - lines) show(call, email)
    }
    while (call.isOn('follow') && (await waitForNext(call))) {
      for (const email of await newSince(call, known)) {
        if (known.get(email['id']) === email['status']) continue
        known.set(email['id'], email['status'])
        show(call, email)
      }
    }
  },
}

function linesOf(call: Call): number {
  const text = call.text('lines') ?? '20'
  if (!/^\d{1,3}$/.test(text) || Number(text) > FOLLOWED) {
    throw new UsageError(`--lines must be a whole number from 0 to ${FOLLOWED}, not "${text}".`)
  }
  return Number(text)
}

/** False when it is time to end: Ctrl-C, or nobody reads any more. */
async function waitForNext({ signal }: Call): Promise<boolean> {
  await pause(POLL_MS, undefined, { signal }).catch(() => undefined)
  return !signal.aborted && (await hasReader())
}

/** Oldest first. */
async function newest({ api }: Call): Promise<ApiRecord[]> {
  const page = await api.get<Page>('/emails', { limit: String(FOLLOWED), total: 'false' })
  return recordsOf(page, 'emails').toReversed()
}

/** The newest emails, and those before them that came since the last look. Oldest first. */
async function newSince({ api, signal }: Call, known: ReadonlyMap<unknown, unknown>): Promise<ApiRecord[]> {
  const found: ApiRecord[] = []
  let cursor: string | undefined
  for (;;) {
    const query = { limit: String(FOLLOWED), total: 'false', cursor }
    const page = await api.get<Page>('/emails', query).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (!page) return []
    const emails = recordsOf(page, 'emails')
    found.push(...emails)
    cursor = page.cursor ?? undefined
    if (cursor === undefined || known.size === 0 || emails.some(({ id }) => known.has(id))) {
      return found.toReversed()
    }
  }
}

function show({ output }: Call, email: ApiRecord): void {
  output.line(email, () => {
    const { createdAt, status, id, to, subject } = email as Record<string, string>
    return [createdAt, (status ?? '').padEnd(10), id, to, subject]
      .map((part) => plainText(part ?? ''))
      .join('  ')
  })
}
