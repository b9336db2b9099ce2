// The key created on the welcome page, so that leaving the page does not lose it. Only in memory: a reload loses it.
const keys = new Map<string, string>()

export const firstKey = {
  get: (projectId: string) => keys.get(projectId),
  set: (projectId: string, key: string) => void keys.set(projectId, key),
}
