import type { TestApp } from '../test-app.ts'

/** Deadlocks that this app has met so far. */
export async function countDeadlocks({ deps }: TestApp): Promise<number> {
  const text = await deps.metrics.render()
  return Number(/^lettermill_database_deadlocks_total (\d+)$/m.exec(text)?.[1] ?? 0)
}
