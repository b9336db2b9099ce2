const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Aborts when the process is told to end. The signal may arrive twice, from the terminal and from npm. */
export function listenForInterruption(): AbortSignal {
  const interruption = new AbortController()
  for (const signal of SIGNALS) process.on(signal, () => interruption.abort())
  return interruption.signal
}

/** Hands such a signal to a piece of work; afterwards the signals end the process again. */
export async function withInterruption<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController()
  const onSignal = () => interruption.abort()
  for (const signal of SIGNALS) process.on(signal, onSignal)
  try {
    return await work(interruption.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
