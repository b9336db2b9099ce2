/** Functions that stop what was started, in the order of the starts. */
export type Undo = (() => unknown)[]

/** Runs them in reverse order. A failure does not prevent the others. */
export async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.toReversed()) {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
}
