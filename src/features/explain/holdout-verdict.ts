import { timeInWords } from '../delivery/index.ts'
import type { GateVerdict } from '../delivery/index.ts'

/** Whether a campaign or workflow holds the contact back. `since`: null if it would, but has not yet. */
export type HoldoutAnswer = { percent: number; isHeld: boolean; since: Date | null }

/** `answer`: null if nobody is held back. */
export function holdoutVerdict(answer: HoldoutAnswer | null): GateVerdict {
  if (answer === null) return { passed: true, value: null, since: null, explanation: 'Nobody is held back.' }
  const { percent, isHeld, since } = answer
  const about = { passed: !isHeld, value: `${percent} %`, since }
  if (!isHeld) {
    return { ...about, explanation: `The contact is not among the ${percent} % that are held back.` }
  }
  const at = since ? ` at ${timeInWords(since)}` : ''
  const explanation = `The contact was chosen at random${at} as one of the ${percent} % that get nothing, to compare with. That stays so for this campaign or workflow; remove its holdout to send it to everybody.`
  return { ...about, explanation }
}
