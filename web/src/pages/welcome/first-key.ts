// The key that was made on the welcome page, so that going away and coming back does not lose it. Only in the memory of the
// page: a reload forgets it, and a new one can be made.
const keys = new Map<string, string>()

export const firstKey = {
  get: (projectId: string) => keys.get(projectId),
  keep: (projectId: string, key: string) => void keys.set(projectId, key),
}
