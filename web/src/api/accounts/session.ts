// What happens when the session ends while the dashboard is open: requests wait for the person to sign in again.
import { observable } from '../client/observable.ts'

type Waiting = { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void }

/** Set while the dialog is to be shown. */
export const expiredSession = observable<Waiting | undefined>(undefined)

let renewals = 0

export const session = {
  /** How often somebody has signed in again on this page. */
  renewals: () => renewals,
  /**
   * Resolves when there is a session again. That is at once for a request that was made before the last renewal and refused
   * after it (`renewalsBefore`): the dialog must not open a second time.
   */
  async renewed(reason: Error, renewalsBefore: number): Promise<void> {
    if (renewalsBefore < renewals) return
    const waiting = expiredSession.get()
    if (waiting) return waiting.promise
    const begun = Promise.withResolvers<void>()
    // Nobody may be waiting when the page is left.
    begun.promise.catch(() => {})
    expiredSession.set({ ...begun, reject: () => begun.reject(reason) })
    return begun.promise
  },
  signedIn() {
    const waiting = expiredSession.get()
    expiredSession.set(undefined)
    renewals += 1
    waiting?.resolve()
  },
  givenUp() {
    const waiting = expiredSession.get()
    expiredSession.set(undefined)
    waiting?.reject(undefined)
  },
}
