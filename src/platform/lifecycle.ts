/** Where the process is in its life. Requests are served while `ready`; before and after they get a 503. */
export type Lifecycle = { state: 'starting' | 'ready' | 'stopping' }

export const createLifecycle = (): Lifecycle => ({ state: 'starting' })
