// Rounds on a machine whose host gives time to others now and then: a round from which much was stolen says little.
import { stolenClock } from './processor.ts'

// As a share of all cores.
const MOST_STOLEN = 0.05

export type Rounds<Round> = {
  rounds: Round[]
  /** Rounds that were played again. */
  repeated: number
}

/** So many rounds. One from which more than 5 % was stolen is played again, at most once per round that was asked for: a run has to end on any host. */
export async function playUndisturbed<Round>(
  count: number,
  play: () => Promise<Round>,
): Promise<Rounds<Round>> {
  const played: { round: Round; stolen: number }[] = []
  const undisturbed = () => played.filter(({ stolen }) => stolen <= MOST_STOLEN).length
  while (undisturbed() < count && played.length < 2 * count) {
    const stolen = stolenClock()
    const round = await play()
    played.push({ round, stolen: stolen() })
  }
  const best = played.toSorted((a, b) => a.stolen - b.stolen).slice(0, count)
  return { rounds: best.map(({ round }) => round), repeated: played.length - count }
}
