/** The time, as an argument: tests hand in one that they turn by hand. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
