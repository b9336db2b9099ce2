// The connections of all threads of a node: one limit, which follows what the server allows, and a share of it per
// thread.
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { createConnectionShares } from './connection-shares.ts'
import type { ConnectionShares } from './connection-shares.ts'
import type { ConnectionEvent } from './connection-share.ts'

type Member = {
  /** Open connections. */
  open: number
  setConnections(share: { most: number; turn: number }): void
  setOthersOpen(areOpen: boolean): void
}

export type NodeConnections<M> = Pick<ConnectionShares<M>, 'join' | 'retire' | 'leave' | 'confirm'> & {
  handleEvent(member: M, event: ConnectionEvent | 'worked'): void
}

export function createNodeConnections<M extends Member>(limit: ConnectionLimit): NodeConnections<M> {
  const members = new Set<M>()
  /** Whether other members had connections open, as last sent to each member. */
  const sentOthersOpen = new Map<M, boolean>()
  const shares = createConnectionShares<M>({
    limit: () => limit.current,
    give: (member, share) => member.setConnections(share),
  })
  limit.onChange(() => shares.divide())

  const updateOthersOpen = (): void => {
    for (const member of members) {
      const areOpen = limit.open > member.open
      if ((sentOthersOpen.get(member) ?? false) === areOpen) continue
      sentOthersOpen.set(member, areOpen)
      member.setOthersOpen(areOpen)
    }
  }
  const count = (member: M, by: 1 | -1): void => {
    member.open += by
    if (by === 1) limit.opened()
    else limit.closed()
    updateOthersOpen()
  }
  return {
    join(member) {
      members.add(member)
      shares.join(member)
      updateOthersOpen()
    },
    retire: (member) => shares.retire(member),
    leave(member) {
      members.delete(member)
      sentOthersOpen.delete(member)
      while (member.open > 0) count(member, -1)
      shares.leave(member)
    },
    confirm: (member, turn) => shares.confirm(member, turn),
    handleEvent(member, event) {
      switch (event) {
        case 'opened':
          return count(member, 1)
        case 'closed':
          return count(member, -1)
        case 'worked':
          return limit.worked()
        case 'slowed':
          return limit.slowed()
        case 'refused':
          limit.refused()
          // The thread opens no connection until it gets its share again.
          return shares.resend(member)
      }
    },
  }
}
