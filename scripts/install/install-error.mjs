/** A failure whose message is all the reader needs: no stack trace. */
export class InstallError extends Error {
  /**
   * @param {string} message
   * @param {NodeJS.Signals} [signal] the signal that ended the install, to be passed on as our own end
   */
  constructor(message, signal) {
    super(message)
    this.signal = signal
  }
}
