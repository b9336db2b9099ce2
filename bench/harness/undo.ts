/** Functions that stop what was started, in the order of the starts. */
export type Undo = (() => unknown)[]

/** The last first. One that fails keeps none of the others from being done. */
export async function undoAll(undo: Undo): Promise<void> {
  for (const step of undo.toReversed()) {
    try {
      await step()
    } catch (error) {
      console.error(error)
    }
  }
}
