/** An answer to the caller other than 250. The library puts the enhanced code in front. */
export class Refusal extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export const noSuchMailbox = () => new Refusal(550, 'There is no such mailbox here.')
export const tryAgain = () => new Refusal(451, 'This cannot be taken right now. Try again later.')
