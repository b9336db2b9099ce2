import type { ProjectId } from '../../../platform/ids.ts'

/** The memory of one email that is being received; released on dispose. */
export type MemoryReservation = Disposable & {
  projectId: ProjectId
  /** @returns false if that would exceed a limit */
  add(bytes: number): boolean
}

type Limits = { total: number; perProject: number }

/** Counts the bytes of emails in memory, so that one project cannot use all of it. */
export function createMemoryReservations({ total, perProject }: Limits): {
  open(projectId: ProjectId): MemoryReservation
} {
  const held = new Map<ProjectId, number>()
  let allBytes = 0
  const change = (projectId: ProjectId, bytes: number) => {
    const now = (held.get(projectId) ?? 0) + bytes
    if (now === 0) held.delete(projectId)
    else held.set(projectId, now)
    allBytes += bytes
  }
  return {
    open(projectId) {
      let own = 0
      return {
        projectId,
        add(bytes) {
          if (allBytes + bytes > total || (held.get(projectId) ?? 0) + bytes > perProject) return false
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
