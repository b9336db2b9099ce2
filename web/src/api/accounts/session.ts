// What happens when the session ends while the dashboard is open: requests wait for the person to sign in again.
import { observable } from '../client/observable.ts'

type Waiting = { promise: Promise<void>; resolve: () => void; reject: (reason: unknown) => void }

/** Set while the dialog is to be shown. */
export const expiredSession = observable<Waiting | undefined>(undefined)

export const session = {
  /** Resolves when there is a session again. */
  renewed(reason: Error): Promise<void> {
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
    waiting?.resolve()
  },
  givenUp() {
    const waiting = expiredSession.get()
    expiredSession.set(undefined)
    waiting?.reject(undefined)
  },
}
