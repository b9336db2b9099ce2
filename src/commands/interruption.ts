/** Aborts when the command is told to end. A terminal and npm may each deliver the signal: the second changes nothing. */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => interruption.abort())
  }
  return interruption.signal
}
