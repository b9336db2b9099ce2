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
  parts: Pick<SampleParts, 'emails' | 'track' | 'forms'>,
): void {
  app.post(
    '/sample-data',
    {
      config: { access: 'full', beginsLate: true },
      schema: {
        tags,
        operationId: 'createSampleData',
        summary: 'Add sample data',
        description:
          'Adds five contacts with data and events, at reserved addresses, two topics with choices of some of them, two templates and a form, for trying filters, segments, topics, previews and forms. Repeating it adds nothing twice.',
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
      config: { access: 'full' },
      schema: {
        tags,
        operationId: 'deleteSampleData',
        summary: 'Remove the sample data',
        description:
          'Deletes the contacts of the sample data with their events, and its templates, topics and form. The form stays if it was changed, or if somebody has signed up with it. A topic stays if it was changed, or if other contacts have joined or left it. Returns 409 if something still uses a template or a topic.',
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
