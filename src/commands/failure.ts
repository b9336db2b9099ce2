/** The exit status of the program; docs/cli.md lists them. */
export const EXIT = {
  success: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  access: 4,
  unreachable: 5,
  interrupted: 130,
} as const

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT]

/** A command that failed for a reason that its message explains. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly exitStatus: ExitStatus
  /** The error of the server's answer, for --json. */
  readonly answer: unknown

  constructor(message: string, { exitStatus, answer }: { exitStatus: ExitStatus; answer?: unknown }) {
    super(message)
    this.exitStatus = exitStatus
    this.answer = answer
  }
}
