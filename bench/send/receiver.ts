import { fork } from 'node:child_process'
import path from 'node:path'

export type Receiver = {
  port: number
  pid: number
  /** Resolves when so many emails have come since the start. */
  waitFor(emails: number): Promise<void>
  readonly emails: number
  close(): void
}

/** The sink in a process of its own. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(path.join(import.meta.dirname, 'sink.ts'), { stdio: 'inherit' })
  const ready = Promise.withResolvers<number>()
  let emails = 0
  let waiting: { count: number; resolve: () => void } | undefined
  child.on('message', (told: { port?: number; emails?: number }) => {
    if (told.port !== undefined) ready.resolve(told.port)
    if (told.emails !== undefined) emails = told.emails
    if (waiting && emails >= waiting.count) waiting.resolve()
  })
  child.on('error', ready.reject)
  return {
    port: await ready.promise,
    pid: child.pid ?? 0,
    get emails() {
      return emails
    },
    async waitFor(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { count, resolve }
      if (emails >= count) resolve()
      await promise
    },
    close: () => child.disconnect(),
  }
}
