// Forwards events to a program on this machine, as a webhook would send them to a server.
import { setTimeout as pause } from 'node:timers/promises'
import type { Call, CallCommand } from '../../command.ts'
import { CommandFailure, EXIT } from '../../failure.ts'
import { hasReader } from '../../terminal/reader.ts'
import { plainText } from '../../terminal/text-table.ts'
import { checkUrl } from '../connection.ts'
import { text } from './listing.ts'

type Delivery = { id: string; type: string; timestamp: string; body: string; headers: Record<string, string> }
type Answer = { deliveries: Delivery[]; cursor: string; missed: boolean; secret: string }

/** The answer of the program on this machine. */
type Result = { status: number | null; error: string | null; durationMs: number }

const WAIT_SECONDS = '30'

// As long as a webhook waits.
const FORWARD_TIMEOUT_MS = 15_000

// A server that restarts is back within a minute.
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

export const listenCommand: CallCommand = {
  family: 'call',
  effect: 'read',
  name: 'webhooks listen',
  summary: 'Print events as they happen, and forward them to a program on this machine',
  options: {
    'forward-to': text('<url>', 'Where to send each event with POST, such as http://localhost:3000/hook'),
    types: text('<names>', 'Names of events, separated by commas; every event by default'),
  },
  async run(call) {
    const target = call.text('forward-to')
    const url = target === undefined ? undefined : checkUrl(target)
    const first = await ask(call, { timeout: '0' })
    call.output.note(
      `Secret for verifying signatures: ${first.secret}\n${url === undefined ? 'Waiting for events' : `Forwarding events to ${url}`}; Ctrl-C ends it.`,
    )
    let { cursor } = first
    while (!call.signal.aborted && (await hasReader())) {
      const answer = await askAgain(call, { after: cursor, timeout: WAIT_SECONDS })
      if (!answer) return
      if (answer.missed) {
        call.output.note('Some events were missed: this command was away for too long, or too slow.')
      }
      for (const delivery of answer.deliveries) {
        if (call.signal.aborted) return
        show(call, delivery, url === undefined ? undefined : await forward(url, delivery, call.signal))
      }
      cursor = answer.cursor
    }
  },
}

const ask = (call: Call, query: { after?: string; timeout: string }): Promise<Answer> =>
  call.api.get('/webhooks/listen', { ...query, types: call.text('types') })

/** Goes on asking a server that does not answer for a while. Undefined after Ctrl-C. */
async function askAgain(call: Call, query: { after: string; timeout: string }): Promise<Answer | undefined> {
  const { signal, output } = call
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await ask(call, query)
    } catch (error) {
      if (signal.aborted) return undefined
      if (!(error instanceof CommandFailure) || error.exitStatus !== EXIT.unreachable) throw error
      output.note(`${error.message} Trying again.`)
      await pause(pauseMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return undefined
    }
  }
}

async function forward(url: string, { body, headers }: Delivery, signal: AbortSignal): Promise<Result> {
  const beganAt = performance.now()
  const durationMs = () => Math.round(performance.now() - beganAt)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return { status: response.status, error: null, durationMs: durationMs() }
  } catch (error) {
    const { message, cause } = error as Error
    return {
      status: null,
      error: cause instanceof Error && cause.message !== '' ? cause.message : message,
      durationMs: durationMs(),
    }
  }
}

function show({ output }: Call, delivery: Delivery, result: Result | undefined): void {
  const { id, type, timestamp, body } = delivery
  const line = {
    id,
    type,
    timestamp,
    event: JSON.parse(body) as unknown,
    ...(result && { forwarded: result }),
  }
  output.line(line, () => {
    const end = result ? `  ${result.status ?? result.error} in ${result.durationMs} ms` : ''
    return plainText(`${timestamp}  ${type}  ${id}${end}`)
  })
}
