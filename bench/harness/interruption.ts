/**
 * Rejects on a signal, when the time is up, and on an uncaught error, so that everything that was started is stopped in
 * every case.
 */
export function interruption(limitMs: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)))
  process.on('uncaughtException', reject)
  setTimeout(() => reject(new Error(`not finished after ${limitMs / 60_000} minutes`)), limitMs).unref()
  // It may be rejected before anything waits for it.
  promise.catch(() => undefined)
  return promise
}
