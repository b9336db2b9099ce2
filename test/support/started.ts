// Counts the nodes, databases and browsers that a test file starts. The report at the end of a run shows them.

export type Started = { nodes: number; databases: number; browsers: number }

declare module 'vitest' {
  interface TaskMeta {
    started?: Started
  }
}

const NOTHING: Started = { nodes: 0, databases: 0, browsers: 0 }

// Test files share a process (vitest.config.ts) and run one after the other.
let started: Started = { ...NOTHING }

export function countStart(kind: keyof Started): void {
  started[kind] += 1
}

/** Since it was last called. */
export function takeStarted(): Started {
  const taken = started
  started = { ...NOTHING }
  return taken
}
