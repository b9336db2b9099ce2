// Changes by people while a campaign is sent: they pause and resume it, and contacts come, leave and are deleted.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../harness/random.ts'
import type { Stage } from '../harness/stage.ts'
import type { Campaign } from './steps.ts'

export type DisturbanceCounts = {
  pauses: number
  'contacts added': number
  'contacts deleted': number
  'contacts that left': number
}

type DisturbanceOptions = { campaign: Campaign; random: Random }

// Often enough to meet every moment of a run that takes a minute.
const PAUSE_MS = 150

export function disturb(stage: Stage, given: DisturbanceOptions): { stop(): Promise<DisturbanceCounts> } {
  const done: DisturbanceCounts = {
    pauses: 0,
    'contacts added': 0,
    'contacts deleted': 0,
    'contacts that left': 0,
  }
  let isOver = false
  const work = async () => {
    while (!isOver) {
      await act(stage, given, done).catch(() => undefined)
      await sleep(PAUSE_MS)
    }
  }
  const working = work()
  return {
    async stop() {
      isOver = true
      await working
      // Even if the last action was a pause, the campaign must end by itself.
      await stage.caller.post(`/campaigns/${given.campaign.id}/resume`, {}).catch(() => undefined)
      return done
    },
  }
}

async function act(
  stage: Stage,
  { campaign, random }: DisturbanceOptions,
  done: DisturbanceCounts,
): Promise<void> {
  const { caller } = stage
  const chance = random.next()
  if (chance < 0.2) {
    const paused = await caller.post(`/campaigns/${campaign.id}/pause`, {})
    if (paused.status === 200) done.pauses += 1
    await sleep(random.next() * 500)
    await caller.postUntilAnswered(`/campaigns/${campaign.id}/resume`, {}, `resume ${random.next()}`)
    return
  }
  if (chance < 0.4) {
    const email = `late${Math.floor(random.next() * 1e9)}@receiver.test`
    if ((await caller.post('/contacts', { email })).status < 300) done['contacts added'] += 1
    return
  }
  const id = await pickReader(stage, campaign)
  if (id === undefined) return
  const action = chance < 0.7 ? 'delete' : 'unsubscribe'
  if ((await caller.post('/contacts/bulk', { action, ids: [id] })).status !== 202) return
  done[action === 'delete' ? 'contacts deleted' : 'contacts that left'] += 1
}

async function pickReader({ pool }: Stage, { projectId }: Campaign): Promise<string | undefined> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from contacts where project_id = $1 and subscribed and id > gen_random_uuid() limit 1',
    [projectId],
  )
  return rows[0]?.id
}
