import type { DisplayAge } from './display-token.ts'

export type Signs = {
  /** The field that people do not see has a value. */
  isTrapFilled: boolean
  /** The age of the signed time of display; undefined if the post has none. */
  age: DisplayAge | undefined
  /** Whether the proof of work is right; undefined if the post has none. */
  isProven: boolean | undefined
  /** Sent by a program, as JSON, and not by a form of a page. */
  isJson: boolean
}

/** `robot`: is told that it has signed up, and nothing happens. `again`: a person has to send the form once more. */
export type Verdict = 'person' | 'robot' | 'again'

/**
 * A page of others cannot show a signed time. Where its script runs it sends a proof; otherwise the form is shown once more on our
 * page, which has one. A proof outweighs a time that is too short: browsers fill in forms by themselves.
 */
export function judge({ isTrapFilled, age, isProven, isJson }: Signs): Verdict {
  if (isTrapFilled) return 'robot'
  if (isProven === false) return 'again'
  if (isProven) return 'person'
  if (age === undefined) return isJson ? 'person' : 'again'
  if (age === 'young') return 'robot'
  return age === 'good' ? 'person' : 'again'
}
