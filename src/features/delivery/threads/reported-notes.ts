/** Notes by name that several threads tell of, in a map that others write into as well. */
export type ReportedNotes = {
  /** The notes that were told before and are not any more are taken away; those of others stay. */
  replace(all: Map<string, string>, told: readonly [string, string][]): void
}

export function createReportedNotes(): ReportedNotes {
  let before: ReadonlySet<string> = new Set()
  return {
    replace(all, told) {
      const now = new Map(told)
      for (const name of before) if (!now.has(name)) all.delete(name)
      for (const [name, text] of now) all.set(name, text)
      before = new Set(now.keys())
    },
  }
}
