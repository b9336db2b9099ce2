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
export const tooManyReports = () => new Refusal(450, 'Too many reports on one email. Try again later.')

// The library hangs up behind a 421.
export const tooManyRefused = () => new Refusal(421, 'Too many recipients that do not exist here.')
export const tooMuchWork = () => new Refusal(421, 'Too much work for your network. Try again in a minute.')
