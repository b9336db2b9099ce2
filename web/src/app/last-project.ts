const STORED_AS = 'lettermill.project'

export const lastProject = {
  get(): string | null {
    try {
      return localStorage.getItem(STORED_AS)
    } catch {
      return null
    }
  },
  remember(projectId: string): void {
    try {
      localStorage.setItem(STORED_AS, projectId)
    } catch {
      // Without storage the first project is opened next time.
    }
  },
}
