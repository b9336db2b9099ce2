/**
 * A negative reply of one of our SMTP servers. A text that begins with an enhanced code (RFC 3463, `5.7.1 …`) keeps it;
 * otherwise the library adds the usual code of the reply.
 */
export class SmtpAnswer extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}
