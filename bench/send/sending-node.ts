import { startNodeProcess } from '../harness/node-process.ts'
import type { NodeProcess } from '../harness/node-process.ts'
import type { Stage } from '../harness/stage.ts'
import { startReceiver } from './receiver.ts'
import type { Receiver } from './receiver.ts'

export type SendingNode = { stage: Stage; receiver: Receiver; node: NodeProcess }

type Work = {
  /** Before the node starts: what it then finds. */
  prepare?: () => Promise<void>
  run: (sending: SendingNode) => Promise<void>
}

/** One node that answers calls and sends as fast as it can, to a receiver on loopback. Both are gone afterwards. */
export async function withSendingNode(stage: Stage, { prepare, run }: Work): Promise<void> {
  const receiver = await startReceiver()
  try {
    await prepare?.()
    const node = await startNodeProcess({
      ...stage.settings,
      MAIL_TRANSPORT: `smtp://127.0.0.1:${receiver.port}`,
      SEND_RATE_PER_SECOND: '0',
      // As many as the machines have cores on which the targets were set.
      SEND_THREADS: '2',
    })
    try {
      await run({ stage, receiver, node })
    } finally {
      await node.stop()
    }
  } finally {
    receiver.close()
  }
}
