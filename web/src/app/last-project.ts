const STORAGE_KEY = 'lettermill.project'

export const lastProject = {
  get(): string | null {
    try {
      return localStorage.getItem(STORAGE_KEY)
    } catch {
      return null
    }
  },
  remember(projectId: string): void {
    try {
      localStorage.setItem(STORAGE_KEY, projectId)
    } catch {
      // Without storage the first project is opened next time.
    }
  },
}
