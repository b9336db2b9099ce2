/** Aborts when the process is told to end. The signal may arrive twice, from the terminal and from npm. */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort())
  }
  return interruption.signal
}
