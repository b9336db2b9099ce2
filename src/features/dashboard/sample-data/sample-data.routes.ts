import type { Deps } from '../../../platform/deps.ts'
import { callerSource } from '../../../platform/http/access/caller-source.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { NoContent } from '../../../platform/http/replies/paging.schema.ts'
import { SampleData } from './sample-data.schema.ts'
import { addSampleData, removeSampleData } from './sample-data.service.ts'
import type { SampleParts } from './sample-data.service.ts'

const tags = ['Project']

export function sampleDataRoutes(
  app: App,
  { clock, threads, secrets }: Deps,
  parts: Pick<SampleParts, 'emails' | 'track' | 'forms' | 'history'>,
): void {
  app.post(
    '/sample-data',
    {
      config: { access: 'full', beginsLate: true, isInternal: true },
      schema: {
        tags,
        operationId: 'createSampleData',
        summary: 'Add sample data',
        description:
          'Adds contacts with data and events, two topics with choices of some of them, two templates, a form, a segment, and two campaigns and a workflow with a past of four weeks: emails, opens, clicks and bounces. Nothing is sent, now or later: email to its contacts, who have a reserved domain, stays in the built-in inbox. Webhooks and workflows do not learn of it. Repeating it adds nothing twice.',
        response: answers({ 201: SampleData }),
      },
    },
    async (request, reply) => {
      const { late, projectId } = request
      const input = { projectId, source: callerSource(request), now: clock.now() }
      return reply.code(201).send(await addSampleData(late, input, { threads, ...parts }))
    },
  )

  app.delete(
    '/sample-data',
    {
      config: { access: 'full', isInternal: true },
      schema: {
        tags,
        operationId: 'deleteSampleData',
        summary: 'Remove the sample data',
        description:
          'Deletes the contacts of the sample data with their events and emails, its campaigns and workflow with their statistics, and its segment, templates, topics and form. The form stays if it was changed, or if somebody has signed up with it. A topic stays if it was changed, or if other contacts have joined or left it. Returns 409 if something still uses a template or a topic.',
        response: answers({ 204: NoContent }),
      },
    },
    async (request, reply) => {
      const { db, projectId } = request
      const input = { projectId, source: callerSource(request), now: clock.now() }
      await removeSampleData(db, input, { secrets, ...parts })
      return reply.code(204).send()
    },
  )
}
