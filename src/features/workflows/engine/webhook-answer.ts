/** Result of a WEBHOOK step's call: the last answer, or why there is none. */
export type WebhookAnswer = { webhookId: string; attempts: number } & (
  | { statusCode: number; body: string }
  | { error: string }
)

/** One line for the exit reason; the answer itself is in the history. */
export function webhookFailure(answer: WebhookAnswer | null): string {
  if (!answer) return 'The webhook failed, and the step has no branch for failure.'
  const tries = answer.attempts === 1 ? 'at the first attempt' : `after ${answer.attempts} attempts`
  const reason = 'error' in answer ? answer.error : `it was answered with status ${answer.statusCode}`
  return `The webhook failed ${tries}, and the step has no branch for failure: ${reason}.`
}
