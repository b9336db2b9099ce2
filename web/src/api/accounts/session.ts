// When the session ends while the dashboard is open, requests wait until the user has signed in again.
import { observable } from '../client/observable.ts'

type PendingRenewal = { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void }

/** Set while the sign-in dialog is open. */
export const expiredSession = observable<PendingRenewal | undefined>(undefined)

let renewals = 0

export const session = {
  /** How often the user has signed in again on this page. */
  renewals: () => renewals,
  /**
   * Resolves when there is a session again: at once for a request that was made before the last renewal and refused after it
   * (`renewalsBefore`), so that the dialog does not open a second time.
   */
  async waitForRenewal(reason: Error, renewalsBefore: number): Promise<void> {
    if (renewalsBefore < renewals) return
    const waiting = expiredSession.get()
    if (waiting) return waiting.promise
    const renewal = Promise.withResolvers<void>()
    // Avoids an unhandled rejection if no request waits when the user leaves the page.
    renewal.promise.catch(() => {})
    expiredSession.set({ ...renewal, reject: () => renewal.reject(reason) })
    return renewal.promise
  },
  renew() {
    const waiting = expiredSession.get()
    expiredSession.set(undefined)
    renewals += 1
    waiting?.resolve()
  },
  abandon() {
    const waiting = expiredSession.get()
    expiredSession.set(undefined)
    waiting?.reject(undefined)
  },
}
