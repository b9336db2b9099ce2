// The frequency cap and the quiet hours, in words. The decisions are those of delivery. Pure.
import { timeInWords } from '../delivery/index.ts'
import type { ExplainedHolds, GateVerdict } from '../delivery/index.ts'
import type { SendingLimits } from '../projects/index.ts'

const passing = (explanation: string, value: string | null = null): GateVerdict => ({
  passed: true,
  value,
  since: null,
  explanation,
})

export const TRANSACTIONAL_HOLDS = {
  cap: passing('The frequency cap does not hold transactional email.'),
  quiet_hours: passing('Quiet hours do not hold transactional email.'),
}

export const SIMULATED_HOLDS = {
  cap: passing('The frequency cap does not hold email to test recipients.'),
  quiet_hours: passing('Quiet hours do not hold email to test recipients.'),
}

type Question = { holds: ExplainedHolds; limits: SendingLimits }

export function capVerdict({ holds: { cap }, limits }: Question): GateVerdict {
  if (cap === null) return passing('There is no frequency cap.')
  const { emails, days } = cap.setting
  const name = cap.topic === null ? 'frequency cap' : `frequency cap of the topic ${cap.topic}`
  const value = `${cap.counted} of ${emails} in ${days} ${days === 1 ? 'day' : 'days'}`
  const { hold } = cap
  if (!hold) return passing(`The ${name} leaves room for another email.`, value)
  const advice = `Wait, or change the ${name}.`
  if (hold.heldFor === null) {
    const explanation = `The ${name} has held the email for ${limits.holdAtMostHours} hours, and drops it now. ${advice}`
    return { passed: false, value, since: null, explanation }
  }
  const explanation = `The contact has got as much marketing email as the ${name} allows, so the email is held, and tried again at ${timeInWords(hold.until)}. ${advice}`
  return { passed: false, value, since: null, explanation }
}

export function quietVerdict({ holds: { quietUntil }, limits: { quietHours } }: Question): GateVerdict {
  if (quietHours === null) return passing('There are no quiet hours.')
  const { from, to, timezone } = quietHours
  const value = `${from}–${to}`
  const where = timezone === 'contact' ? 'where the contact is' : 'in the time zone of the project'
  if (quietUntil === undefined) return passing(`It is not quiet hours ${where}.`, value)
  const explanation = `It is quiet hours ${where}, so the email is held until ${timeInWords(quietUntil)}. It leaves by itself then.`
  return { passed: false, value, since: null, explanation }
}
