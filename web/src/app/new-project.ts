import { loadable } from '../components/loadable.tsx'

/** Its form needs the schemas of the API, which the first load does without. */
export const NewProjectDialog = loadable(
  async () => (await import('./new-project-dialog.tsx')).NewProjectDialog,
)
