/** A wake-up signal that may ring before, during or after a wait. */
export type Alarm = {
  ring(): void
  /** Returns at once if it has rung since the last wait. */
  wait(atMostMs: number): Promise<void>
}

export function createAlarm(): Alarm {
  let hasRung = false
  let wakeUp: (() => void) | undefined
  return {
    ring() {
      hasRung = true
      wakeUp?.()
    },
    async wait(atMostMs) {
      if (!hasRung) {
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, atMostMs)
        wakeUp = resolve
        await promise
        clearTimeout(timer)
      }
      hasRung = false
      wakeUp = undefined
    },
  }
}
