/**
 * An answer to a caller of one of our SMTP servers other than success. A text that begins with a code of RFC 3463 (`5.7.1 …`)
 * keeps it; without one the library puts the usual code of the reply in front.
 */
export class SmtpAnswer extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}
