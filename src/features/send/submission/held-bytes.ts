import type { ProjectId } from '../../../platform/ids.ts'

/** The bytes of one email that is being received; they are given back when it is disposed of. */
export type Holding = Disposable & {
  projectId: ProjectId
  /** False when there is no room for so many more. */
  add(bytes: number): boolean
}

type Limits = { inAll: number; perProject: number }

/** Counts what emails take in memory, so that one project cannot take it all. */
export function createHeldBytes({ inAll, perProject }: Limits): { open(projectId: ProjectId): Holding } {
  const held = new Map<ProjectId, number>()
  let total = 0
  const change = (projectId: ProjectId, bytes: number) => {
    const now = (held.get(projectId) ?? 0) + bytes
    if (now === 0) held.delete(projectId)
    else held.set(projectId, now)
    total += bytes
  }
  return {
    open(projectId) {
      let own = 0
      return {
        projectId,
        add(bytes) {
          if (total + bytes > inAll || (held.get(projectId) ?? 0) + bytes > perProject) return false
          own += bytes
          change(projectId, bytes)
          return true
        },
        [Symbol.dispose]() {
          change(projectId, -own)
          own = 0
        },
      }
    },
  }
}
