// An answer that arrives is kept for its lifetime by the clock; a question that is being asked is shared by all who ask
// it meanwhile; what lived longest without being used goes first. A node may know less than another: then it asks.
import type { Clock } from '../clock.ts'

type Options<T> = {
  clock: Clock
  most: number
  /** How long an answer holds; 0: not at all. */
  lifetimeMs: (answer: T) => number
}

export type AnswerCache<T> = (key: string, ask: () => Promise<T>) => Promise<T>

export function createAnswerCache<T>({ clock, most, lifetimeMs }: Options<T>): AnswerCache<T> {
  // A Map keeps the order of insertion, so its first entry is the one that was not used for longest.
  const answers = new Map<string, { answer: T; expiresAt: number }>()
  const running = new Map<string, Promise<T>>()

  const recall = (key: string): T | undefined => {
    const entry = answers.get(key)
    if (entry === undefined) return undefined
    answers.delete(key)
    if (entry.expiresAt <= clock.now().getTime()) return undefined
    answers.set(key, entry)
    return entry.answer
  }

  const keep = (key: string, answer: T): void => {
    const lifetime = lifetimeMs(answer)
    if (lifetime <= 0) return
    answers.set(key, { answer, expiresAt: clock.now().getTime() + lifetime })
    const [eldest] = answers.keys()
    if (answers.size > most && eldest !== undefined) answers.delete(eldest)
  }

  const askAndKeep = async (key: string, ask: () => Promise<T>): Promise<T> => {
    const answer = await ask()
    keep(key, answer)
    return answer
  }

  return async (key, ask) => {
    const known = recall(key) ?? running.get(key)
    if (known !== undefined) return known
    const asked = askAndKeep(key, ask).finally(() => running.delete(key))
    running.set(key, asked)
    return asked
  }
}
