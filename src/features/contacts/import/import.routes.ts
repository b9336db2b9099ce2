import type { Deps } from '../../../platform/deps.ts'
import { invalidFields } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/app-types.ts'
import { answers } from '../../../platform/http/openapi/openapi.ts'
import type { Upload, UploadedFile } from '../../../platform/http/body/uploads.ts'
import { parseFields } from '../../../platform/http/validation/validation.ts'
import { toStartedOperation } from '../../operations/index.ts'
import { StartedOperation } from '../../operations/operations.schema.ts'
import type { ContactSegments } from '../contact-segments.ts'
import { ImportOptions, ImportUpload } from '../contacts.schema.ts'
import { startImport } from './import.service.ts'
import type { CsvFile } from './import.service.ts'

export const IMPORT_MEDIA_TYPE = 'text/csv'

type Given = { segments: ContactSegments }

export function importRoutes(app: App, { clock }: Deps, { segments }: Given): void {
  app.post(
    '/contacts/import',
    {
      config: { access: 'full', upload: true },
      schema: {
        tags: ['Contacts'],
        operationId: 'importContacts',
        summary: 'Import contacts from a CSV file',
        description:
          'Upload the file as the body (`Content-Type: text/csv`) or as the file of a form (`multipart/form-data`). Returns a job; follow its progress with GET /jobs/{id}. Rows that cannot be imported are listed in the `errors` of the job, and the other rows are imported. The job ends as FAILED at a row with more than 1,000 columns or 1 MB, or at a quote that is never closed. A header with more than 1,000 columns or 256 kB is rejected immediately with 422.',
        querystring: ImportOptions,
        body: ImportUpload,
        // The form first: a reader's samples use that, and curl -d would take the line breaks out of a CSV.
        consumes: ['multipart/form-data', IMPORT_MEDIA_TYPE],
        response: answers({ 202: StartedOperation }, [400, 404, 409, 413, 422]),
      },
    },
    async (request, reply) => {
      const { file, fields } = uploadOf(request.body)
      // Options come as query parameters or as fields of the form; the query wins.
      const options = { ...parseFields(ImportOptions, fields), ...given(request.query) }
      const operation = await startImport(request.db, {
        projectId: request.projectId,
        file: toCsvFile(file),
        options,
        segments,
        now: clock.now(),
      })
      return reply.code(202).send(toStartedOperation(operation))
    },
  )
}

/** Parameters that were not given must not hide fields that were. */
const given = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T

function uploadOf(body: unknown): Upload & { file: UploadedFile } {
  const { file, fields = {} } = body as Partial<Upload>
  if (!file) {
    throw invalidFields({
      field: 'file',
      message: 'send the CSV as the body (Content-Type: text/csv) or as the file of a form',
      code: 'required',
    })
  }
  return { file, fields }
}

function toCsvFile({ size, handle }: UploadedFile): CsvFile {
  return {
    size,
    async read(position, length) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    },
  }
}
