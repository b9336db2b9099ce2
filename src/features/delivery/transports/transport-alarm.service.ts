// Reports a transport that does not work to the log, the metrics, GET /health and the record of waiting emails.
import type { Deps } from '../../../platform/deps.ts'
import { createTransportWatch } from './transport-watch.ts'
import type { Receiver, TransportWatch, Trouble } from './transport-watch.ts'
import { deleteTrouble, INSTANCE_ROUTE, saveTrouble } from '../../transports/index.ts'

const WARNING = 'The transport does not work, so email waits. The log and GET /emails/{id} have the reason.'

type Parts = Pick<Deps, 'database' | 'log' | 'clock' | 'lifecycle'> & {
  owner: string
  routeId: number
  transport: string
  receiver: Receiver | undefined
  /** The trouble that another worker had with it. */
  trouble: Trouble | undefined
}

export function watchTransport(parts: Parts) {
  const { database, log, clock, lifecycle, owner, routeId, transport, receiver } = parts
  // The transport of a project is the business of its owners: GET /transports shows its state.
  const isOfInstance = routeId === INSTANCE_ROUTE
  let loggedReason: string | undefined
  // One after the other, so that the delete does not overtake the insert.
  let writing = Promise.resolve()
  const write = (save: () => Promise<void>): void => {
    writing = writing
      .then(save)
      .catch((error: unknown) => log.warn({ err: error }, 'the reason why emails wait could not be stored'))
  }

  const onTrouble = (trouble: Trouble | undefined): void => {
    if (!trouble) {
      log.info({ transport }, 'the transport works again')
      loggedReason = undefined
      if (isOfInstance) lifecycle.warnings.delete('transport')
      return write(() => deleteTrouble(database.db, { owner, routeId }))
    }
    const { reason, since, nextTryAt } = trouble
    if (reason !== loggedReason) {
      log.warn({ transport, reason, since }, 'the transport does not work, so email waits')
    }
    loggedReason = reason
    if (isOfInstance) lifecycle.warnings.set('transport', WARNING)
    const restMs = nextTryAt.getTime() - clock.now().getTime()
    write(() => saveTrouble(database.db, { owner, routeId, transport, reason, restMs }))
  }

  const watch: TransportWatch = createTransportWatch({ clock, onTrouble, receiver, trouble: parts.trouble })
  return {
    watch,
    /** Deletes the trouble of a worker that stops. The next worker of a receiver needs it. */
    async close(): Promise<void> {
      if (watch.trouble && !receiver) write(() => deleteTrouble(database.db, { owner, routeId }))
      await writing
    },
  }
}
