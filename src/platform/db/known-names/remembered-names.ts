import type { ProjectId } from '../../ids.ts'

// Long enough that asking again does not matter. Upkeep waits longer than this before it takes an unused name away.
export const REMEMBERED_MS = 60_000

// Over all projects; at most some 20 MB. Beyond it the node forgets everything and asks again.
const MOST_REMEMBERED = 100_000

export type RememberedNames = {
  /** Those of the names that are not remembered. */
  without(projectId: ProjectId, now: Date, names: Iterable<string>): string[]
  add(projectId: ProjectId, now: Date, names: readonly string[]): void
}

/** Which names of which projects are known, for a minute each. */
export function createRememberedNames(): RememberedNames {
  const projects = new Map<ProjectId, { since: number; names: Set<string> }>()
  let count = 0

  const namesOf = (projectId: ProjectId, now: Date): Set<string> | undefined => {
    const found = projects.get(projectId)
    if (!found) return undefined
    // Either way: a request that read the clock a moment earlier may come later.
    const ageMs = Math.abs(now.getTime() - found.since)
    if (ageMs < REMEMBERED_MS) return found.names
    projects.delete(projectId)
    count -= found.names.size
    return undefined
  }

  return {
    without(projectId: ProjectId, now: Date, names: Iterable<string>): string[] {
      const those = namesOf(projectId, now)
      const unknown: string[] = []
      for (const name of names) if (!those?.has(name)) unknown.push(name)
      return unknown
    },
    add(projectId: ProjectId, now: Date, names: readonly string[]): void {
      if (names.length === 0) return
      if (count + names.length > MOST_REMEMBERED) {
        projects.clear()
        count = 0
      }
      const those = namesOf(projectId, now) ?? new Set()
      if (those.size === 0) projects.set(projectId, { since: now.getTime(), names: those })
      count -= those.size
      for (const name of names) those.add(name)
      count += those.size
    },
  }
}
