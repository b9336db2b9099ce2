/** A file that is not a report, or not one that may be read. The message is shown to the owner of the domain. */
export class ReportError extends Error {
  override readonly name = 'ReportError'
}
