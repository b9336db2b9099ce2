// Counts the nodes, databases and browsers that a test file starts. The report at the end of a run shows them.

export type StartCounts = { nodes: number; databases: number; browsers: number }

declare module 'vitest' {
  interface TaskMeta {
    started?: StartCounts
    /** Counts the process that runs the test file, not the database, nodes and browsers that it uses. */
    processorSeconds?: number
  }
}

const NOTHING: StartCounts = { nodes: 0, databases: 0, browsers: 0 }

// Test files share a process (vitest.config.ts) and run one after the other.
let started: StartCounts = { ...NOTHING }

export function countStart(kind: keyof StartCounts): void {
  started[kind] += 1
}

/** Since it was last called. */
export function takeStarted(): StartCounts {
  const taken = started
  started = { ...NOTHING }
  return taken
}
