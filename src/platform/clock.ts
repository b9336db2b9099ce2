/** The time, as an argument: tests pass a clock that they control. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
