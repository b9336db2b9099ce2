import type { z } from 'zod'

const REFUSALS = [400, 401, 403, 404, 409, 413, 422, 429, 500, 503] as const

type Refusals<Refusal> = Record<(typeof REFUSALS)[number], Refusal>

/** The responses of a route of a door: its own, and every refusal in the form of the provider. */
export function doorAnswers<Own extends Record<number, z.ZodType>, Refusal extends z.ZodType>(
  own: Own,
  refusal: Refusal,
): Own & Refusals<Refusal> {
  const refusals = Object.fromEntries(REFUSALS.map((status) => [status, refusal])) as Refusals<Refusal>
  return { ...refusals, ...own }
}
