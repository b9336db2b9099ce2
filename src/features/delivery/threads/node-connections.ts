// The connections of all threads of a node: one limit, which follows what the server allows, and a share of it for each.
import type { ConnectionLimit } from '../../../platform/email/smtp/connection-limit.ts'
import { createConnectionShares } from './connection-shares.ts'
import type { ConnectionShares } from './connection-shares.ts'
import type { ConnectionEvent } from './connection-share.ts'

type Member = {
  /** Connections that it has open. */
  open: number
  setConnections(share: { most: number; turn: number }): void
  tellOfOthers(areOpen: boolean): void
}

export type NodeConnections<M> = Pick<ConnectionShares<M>, 'join' | 'retire' | 'leave' | 'confirm'> & {
  hear(member: M, news: ConnectionEvent | 'worked'): void
}

export function createNodeConnections<M extends Member>(limit: ConnectionLimit): NodeConnections<M> {
  const members = new Set<M>()
  /** What each was told last about the connections of the others. */
  const told = new Map<M, boolean>()
  const shares = createConnectionShares<M>({
    limit: () => limit.current,
    give: (member, share) => member.setConnections(share),
  })
  limit.onChange(() => shares.divide())

  const tellOfOthers = (): void => {
    for (const member of members) {
      const areOpen = limit.open > member.open
      if ((told.get(member) ?? false) === areOpen) continue
      told.set(member, areOpen)
      member.tellOfOthers(areOpen)
    }
  }
  const count = (member: M, by: 1 | -1): void => {
    member.open += by
    if (by === 1) limit.opened()
    else limit.closed()
    tellOfOthers()
  }
  return {
    join(member) {
      members.add(member)
      shares.join(member)
      tellOfOthers()
    },
    retire: (member) => shares.retire(member),
    leave(member) {
      members.delete(member)
      told.delete(member)
      while (member.open > 0) count(member, -1)
      shares.leave(member)
    },
    confirm: (member, turn) => shares.confirm(member, turn),
    hear(member, news) {
      switch (news) {
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
          // It waits for that.
          return shares.tellAgain(member)
      }
    },
  }
}
