import type { ProjectId } from '../../ids.ts'

// Long enough to make repeated queries rare. Upkeep waits longer than this before it deletes an unused name.
export const REMEMBERED_MS = 60_000

// Over all projects; at most some 20 MB. Beyond it the node clears the cache.
const MOST_REMEMBERED = 100_000

export type RememberedNames = {
  /** The names that are not in the cache. */
  without(projectId: ProjectId, now: Date, names: Iterable<string>): string[]
  add(projectId: ProjectId, now: Date, names: readonly string[]): void
}

/** Caches the known names of projects, for a minute each. */
export function createRememberedNames(): RememberedNames {
  const projects = new Map<ProjectId, { since: number; names: Set<string> }>()
  let count = 0

  const namesOf = (projectId: ProjectId, now: Date): Set<string> | undefined => {
    const found = projects.get(projectId)
    if (!found) return undefined
    // In both directions: a request that read the clock a moment earlier may come later.
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
