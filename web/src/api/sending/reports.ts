import { respond } from '../client/client.ts'
import type { ProjectApi } from '../client/client.ts'

/** The report of a campaign or a workflow as CSV. */
export const readReport = async ({ projectId }: ProjectApi, path: string): Promise<Blob> =>
  (await respond(path, { projectId })).blob()
