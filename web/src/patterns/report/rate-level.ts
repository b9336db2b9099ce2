// From which rate of bounces and spam reports mailbox providers begin to distrust a sender. Pure.

export type RateLevel = 'fine' | 'high' | 'tooHigh'

const LIMITS = {
  bounces: { high: 0.02, tooHigh: 0.05 },
  complaints: { high: 0.001, tooHigh: 0.003 },
}

export type RateKind = keyof typeof LIMITS

export function levelOf(kind: RateKind, rate: number): RateLevel {
  const { high, tooHigh } = LIMITS[kind]
  if (rate >= tooHigh) return 'tooHigh'
  return rate >= high ? 'high' : 'fine'
}
