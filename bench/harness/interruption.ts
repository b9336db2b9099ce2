/**
 * Rejects on a signal, when the time is up, and on an error that nobody caught, so that what was started is taken down in
 * every case.
 */
export function interruption(limitMs: number): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(signal)))
  process.on('uncaughtException', reject)
  setTimeout(() => reject(new Error(`not finished after ${limitMs / 60_000} minutes`)), limitMs).unref()
  // It may come while nobody waits for it yet.
  promise.catch(() => undefined)
  return promise
}
