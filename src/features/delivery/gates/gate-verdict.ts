/** The answer of one gate about one contact. */
export type GateVerdict = {
  passed: boolean
  /** The fact that decides, such as a state or a reason; null if there is none. */
  value: string | null
  /** Since when the fact holds; null if unknown. */
  since: Date | null
  /** One sentence for people: the fact, and what to do about it. */
  explanation: string
}

/** An email that would be sent to the contact. */
export type EmailQuestion = {
  /** The step of a workflow that sends it; null for other email. */
  step: string | null
  isMarketing: boolean
  /** The key of its topic. */
  topic: string | null
  /** The address of its sender; null if it has none. */
  from: string | null
  /** Whether the control group of the project does not get it. */
  isControlled: boolean
}

/** A time in explanations: to the minute, such as 2026-03-02 09:00 UTC. */
export const timeInWords = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
