import { fork } from 'node:child_process'
import path from 'node:path'

export type Receiver = {
  port: number
  pid: number
  /** Resolves when so many emails have come since the start. */
  waitFor(mails: number): Promise<void>
  readonly mails: number
  close(): void
}

/** The sink in a process of its own. */
export async function startReceiver(): Promise<Receiver> {
  const child = fork(path.join(import.meta.dirname, 'sink.ts'), { stdio: 'inherit' })
  const ready = Promise.withResolvers<number>()
  let mails = 0
  let waiting: { count: number; resolve: () => void } | undefined
  child.on('message', (told: { port?: number; mails?: number }) => {
    if (told.port !== undefined) ready.resolve(told.port)
    if (told.mails !== undefined) mails = told.mails
    if (waiting && mails >= waiting.count) waiting.resolve()
  })
  child.on('error', ready.reject)
  return {
    port: await ready.promise,
    pid: child.pid ?? 0,
    get mails() {
      return mails
    },
    async waitFor(count) {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { count, resolve }
      if (mails >= count) resolve()
      await promise
    },
    close: () => child.disconnect(),
  }
}
