import { csvFile } from '../../../platform/csv/csv-map.schema.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { CSV_CONSUMES, csvUpload } from '../../../platform/http/body/csv-upload.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import { toStartedOperation } from '../../operations/index.ts'
import { StartedOperation } from '../../operations/operations.schema.ts'
import { SuppressionImportOptions } from './import.schema.ts'
import { startImport } from './import.service.ts'

const EXAMPLE = 'email,reason\nclosed@example.com,hard_bounce\nangry@example.com,complaint\n'

export function suppressionImportRoutes(app: App, { clock, objects }: Deps): void {
  app.post(
    '/suppressions/import',
    {
      config: { access: 'full', upload: true, beginsLate: true },
      schema: {
        tags: ['Suppressions'],
        operationId: 'importSuppressions',
        summary: 'Import suppressed addresses from a CSV file',
        description:
          'Imports the suppression list of another provider. Upload the file as the body (`Content-Type: text/csv`) or as the file of a form (`multipart/form-data`). It needs a header with a column `email`; a column `reason` is optional, and all others are skipped. An address that is already suppressed keeps the stronger of the two reasons. Returns a job; follow its progress with GET /jobs/{id}. Rows that cannot be imported are listed in the `errors` of the job, and the other rows are imported. The job ends as FAILED at a row with more than 1,000 columns or 1 MB, or at a quote that is never closed. A header with more than 1,000 columns or 256 kB is rejected immediately with 422.',
        querystring: SuppressionImportOptions,
        body: csvFile(EXAMPLE),
        consumes: CSV_CONSUMES,
        response: answers({ 202: StartedOperation }),
      },
    },
    async (request, reply) => {
      const operation = await startImport(request.late, {
        ...csvUpload(request, SuppressionImportOptions),
        projectId: request.projectId,
        objects,
        now: clock.now(),
      })
      return reply.code(202).send(toStartedOperation(operation))
    },
  )
}
