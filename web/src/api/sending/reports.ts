import { respond } from '../client/client.ts'
import type { ProjectApi } from '../client/client.ts'

type Query = Record<string, string | undefined>

/** A report or list as CSV. */
export const readReport = async ({ projectId }: ProjectApi, path: string, query: Query = {}): Promise<Blob> =>
  (await respond(path, { projectId, query })).blob()
