/** Notes reported by threads, by name, in a map that others write into as well. */
export type ReportedNotes = {
  /** Removes the notes of the last call that are not reported any more; notes of others stay. */
  replace(all: Map<string, string>, reported: readonly [string, string][]): void
}

export function createReportedNotes(): ReportedNotes {
  let before: ReadonlySet<string> = new Set()
  return {
    replace(all, reported) {
      const now = new Map(reported)
      for (const name of before) if (!now.has(name)) all.delete(name)
      for (const [name, text] of now) all.set(name, text)
      before = new Set(now.keys())
    },
  }
}
