// Caches the results of async functions for their lifetime. Concurrent calls with one key share a call; the least recently
// used entry is evicted first.
import type { Clock } from '../clock.ts'

type Options<T> = {
  clock: Clock
  most: number
  /** How long a result is valid; 0: it is not cached. */
  lifetimeMs: (answer: T) => number
}

export type AnswerCache<T> = (key: string, ask: () => Promise<T>) => Promise<T>

export function createAnswerCache<T>({ clock, most, lifetimeMs }: Options<T>): AnswerCache<T> {
  // A Map keeps the order of insertion, so its first entry is the least recently used.
  const answers = new Map<string, { answer: T; expiresAt: number }>()
  const running = new Map<string, Promise<T>>()

  const findValid = (key: string): T | undefined => {
    const entry = answers.get(key)
    if (entry === undefined) return undefined
    answers.delete(key)
    if (entry.expiresAt <= clock.now().getTime()) return undefined
    answers.set(key, entry)
    return entry.answer
  }

  const store = (key: string, answer: T): void => {
    const lifetime = lifetimeMs(answer)
    if (lifetime <= 0) return
    answers.set(key, { answer, expiresAt: clock.now().getTime() + lifetime })
    const [eldest] = answers.keys()
    if (answers.size > most && eldest !== undefined) answers.delete(eldest)
  }

  const askAndStore = async (key: string, ask: () => Promise<T>): Promise<T> => {
    const answer = await ask()
    store(key, answer)
    return answer
  }

  return async (key, ask) => {
    const known = findValid(key) ?? running.get(key)
    if (known !== undefined) return known
    const pending = askAndStore(key, ask).finally(() => running.delete(key))
    running.set(key, pending)
    return pending
  }
}
