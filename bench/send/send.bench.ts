import type { Result } from '../harness/result.ts'
import type { Stage } from '../harness/stage.ts'
import { benchAccept } from './accept.ts'
import { benchAcceptBeside } from './accept-beside.ts'
import { benchCaps } from './caps.ts'
import { benchDelivery } from './deliver.ts'

/** Emails accepted per second, and emails sent per second. */
export async function benchSend(stage: Stage, add: (result: Result) => void): Promise<void> {
  await benchAccept(stage, add)
  await benchDelivery(stage, add)
  await benchCaps(stage, add)
  await benchAcceptBeside(stage, add)
}
