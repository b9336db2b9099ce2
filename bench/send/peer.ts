// The peer that sends beside Lettermill: listmonk, with the same newsletter, to the same receiver, on the same database server.
import { MissingPeerError, VERSION } from '../peers/listmonk/build.ts'
import { startListmonk } from '../peers/listmonk/listmonk.ts'
import type { Stage } from '../harness/stage.ts'
import { NEWSLETTER } from './queue.ts'
import type { Receiver } from './receiver.ts'
import { measureRound } from './round.ts'
import type { Round } from './round.ts'

export type Peer = {
  name: string
  pids: { listmonk: number; PostgreSQL: number; sink: number }
  /** A campaign to all its subscribers, from the first email to the last one at the receiver. */
  sendRound(): Promise<Round<Peer['pids']>>
  stop(): Promise<void>
}

type PeerOptions = { receiver: Receiver; emails: number }

/** Undefined where it can not be had; then says why, and the benchmark goes on without it. */
export async function startPeer(stage: Stage, { receiver, emails }: PeerOptions): Promise<Peer | undefined> {
  const options = { smtpPort: receiver.port, subscribers: emails, newsletter: NEWSLETTER }
  try {
    const listmonk = await startListmonk(stage, options)
    const pids = { listmonk: listmonk.pid, PostgreSQL: stage.databasePid, sink: receiver.pid }
    return {
      name: `listmonk ${VERSION}`,
      pids,
      async sendRound() {
        const begin = () => listmonk.startCampaign()
        const round = await measureRound(receiver, { emails, pids, begin, end: async () => {} })
        await listmonk.waitUntilFinished()
        return round
      },
      stop: () => listmonk.stop(),
    }
  } catch (error) {
    if (!(error instanceof MissingPeerError)) throw error
    console.log(`listmonk is not measured: ${error.message}`)
    return undefined
  }
}
