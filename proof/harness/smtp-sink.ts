import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Arrival, SinkOrder, SinkReport } from './smtp-sink.thread.ts'

export type { Arrival } from './smtp-sink.thread.ts'

export type Sink = {
  readonly url: string
  /** Received emails, in order. Some milliseconds behind. */
  readonly arrivals: readonly Arrival[]
  /** Emails that wait for the answer to their final dot. */
  readonly held: number
  /** How long each waits for it; null: until the next call with 0. */
  answerAfter(ms: number | null): void
  close(): Promise<void>
}

export async function startSink(): Promise<Sink> {
  const thread = new Worker(new URL('smtp-sink.thread.ts', import.meta.url))
  const [first] = (await once(thread, 'message')) as [SinkReport]
  const arrivals: Arrival[] = []
  let held = 0
  thread.on('message', (report: SinkReport) => {
    for (const arrival of report.arrivals ?? []) arrivals.push(arrival)
    held = report.held ?? held
  })
  return {
    url: `smtp://127.0.0.1:${first.port}`,
    arrivals,
    get held() {
      return held
    },
    answerAfter: (ms) => thread.postMessage({ answerAfterMs: ms } satisfies SinkOrder),
    close: async () => void (await thread.terminate()),
  }
}
