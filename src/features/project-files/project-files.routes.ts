import type { Deps } from '../../platform/deps.ts'
import { callerSource } from '../../platform/http/access/caller-source.ts'
import type { App } from '../../platform/http/app-types.ts'
import { answers } from '../../platform/http/openapi/openapi.ts'
import type { Filters } from '../filters/index.ts'
import { createConfirmCheck } from '../forms/index.ts'
import type { CheckDoubleOptIn } from '../projects/index.ts'
import { createApplyFiles } from './apply-files.service.ts'
import { ProjectApplied, ProjectApply, ProjectFileList, ProjectFilesQuery } from './project-files.schema.ts'
import { readFilePage } from './project-state.service.ts'

const tags = ['Project']

const isDryRun = (body: unknown): boolean => (body as { dryRun?: boolean | null }).dryRun === true

export function projectFileRoutes(
  app: App,
  { clock, config, http, threads }: Deps,
  { filters, checkDoubleOptIn }: { filters: Filters; checkDoubleOptIn: CheckDoubleOptIn },
): void {
  const checks = { doubleOptIn: checkDoubleOptIn, confirm: createConfirmCheck({ config }) }
  const applyFiles = createApplyFiles({ threads, http, filters, checks })

  app.get(
    '/project/files',
    {
      config: { access: 'read' },
      schema: {
        tags,
        operationId: 'listProjectFiles',
        summary: 'Get the project as files',
        description:
          'Returns topics, the brand kit, partials, templates, segments, workflows, forms and the settings as text files that refer to each other by aliases, keys and names, in the order of their paths, about half a megabyte per page. `npx lettermill pull` writes them into a folder. They contain no contacts, keys, secrets, transports or members; secrets in the calls of workflows are placeholders. `skipped` lists records that files cannot express.',
        querystring: ProjectFilesQuery,
        response: answers({ 200: ProjectFileList }),
      },
    },
    async ({ db, projectId, query }) => readFilePage(db, { projectId, after: query.cursor }),
  )

  app.post(
    '/project/apply',
    {
      config: {
        access: 'full',
        role: 'admin',
        beginsLate: true,
        audit: (body) => (isDryRun(body) ? undefined : 'project.applied'),
      },
      schema: {
        tags,
        operationId: 'applyProjectFiles',
        summary: 'Apply files to the project',
        description:
          'Makes the records of the project like the files, in one transaction: everything is applied, or nothing. Records without a file stay, unless `prune` is true. Returns 422 with the file and field of each mistake, and 409 if a record has changed since `base`; `errors` names both sides. With `dryRun` everything happens as usual, and is undone in the end: `changes` are exactly those of the real call, and `effects` says what they would do to people.',
        body: ProjectApply,
        response: answers({ 200: ProjectApplied }),
      },
    },
    async (request) => {
      const { late, projectId, body } = request
      return applyFiles(late, { projectId, body, source: callerSource(request), now: clock.now() })
    },
  )
}
