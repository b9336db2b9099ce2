// The warm-up of an address that has not sent email before. Receivers trust a new address with little, and more each day
// on which nobody complains.

const FIRST_DAY = 50
const GROWTH = 1.5
const DAYS = 28

/** The most emails on a day of the warm-up, counted from 1, to one destination. */
export const dailyLimit = (day: number): number =>
  day > DAYS ? Infinity : Math.floor(FIRST_DAY * GROWTH ** (day - 1))

// The rest is for email that somebody waits for, which may come late in the day.
const MARKETING_SHARE = 0.8

export const marketingLimit = (limit: number): number => Math.floor(limit * MARKETING_SHARE)
