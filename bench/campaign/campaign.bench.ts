// A campaign to a million contacts: fixing its recipients, delivering it, and its effect on other calls.
import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { prepareCampaign } from '../send/queue.ts'
import { benchSending } from './deliver.ts'
import { fillContacts } from './fill.ts'
import { benchFreezing } from './freeze.ts'

export async function benchCampaign(stage: Stage, add: (result: Result) => void): Promise<void> {
  await fillContacts(stage)
  await prepareCampaign(stage)
  const ledgerBytes = await benchFreezing(stage, add)
  await benchSending(stage, { add, ledgerBytes })
}
