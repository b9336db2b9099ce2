// The addresses of this machine that email leaves from. '' stands for the one that the system chooses.

export type LocalAddresses = {
  /** The address for the next email; undefined if no more may be sent now. */
  take(): string | undefined
  /** An email was not accepted. */
  giveBack(localAddress: string): void
}

/** Takes the addresses in turn. */
export function inTurn(localAddresses: readonly string[]): LocalAddresses {
  let turn = 0
  return {
    take: () => localAddresses[turn++ % localAddresses.length] ?? '',
    giveBack: () => undefined,
  }
}
