import { csvFile } from '../../../platform/csv/csv-map.schema.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { CSV_CONSUMES, csvUpload } from '../../../platform/http/body/csv-upload.ts'
import { toStartedOperation } from '../../operations/index.ts'
import { StartedOperation } from '../../operations/operations.schema.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { ImportOptions } from '../contacts.schema.ts'
import { startImport } from './import.service.ts'

const EXAMPLE = 'email,subscribed,plan\nada@example.com,yes,pro\ngrace@example.com,no,free\n'

type ImportDependencies = { segments: ContactSegments }

export function importRoutes(app: App, { clock, objects }: Deps, { segments }: ImportDependencies): void {
  app.post(
    '/contacts/import',
    {
      config: { access: 'full', upload: true, beginsLate: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'importContacts',
        summary: 'Import contacts from a CSV file',
        description:
          'Upload the file as the body (`Content-Type: text/csv`) or as the file of a form (`multipart/form-data`). Returns a job; follow its progress with GET /jobs/{id}. Rows that cannot be imported are listed in the `errors` of the job, and the other rows are imported. The job ends as FAILED at a row with more than 1,000 columns or 1 MB, or at a quote that is never closed. A header with more than 1,000 columns or 256 kB is rejected immediately with 422.',
        querystring: ImportOptions,
        body: csvFile(EXAMPLE),
        consumes: CSV_CONSUMES,
        response: answers({ 202: StartedOperation }, [404]),
      },
    },
    async (request, reply) => {
      const operation = await startImport(request.late, {
        ...csvUpload(request, ImportOptions),
        projectId: request.projectId,
        objects,
        segments,
        now: clock.now(),
      })
      return reply.code(202).send(toStartedOperation(operation))
    },
  )
}
