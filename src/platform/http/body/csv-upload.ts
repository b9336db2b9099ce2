import type { z } from 'zod'
import { invalidFields } from '../../errors.ts'
import { parseFields } from '../validation/validation.ts'
import type { Upload, UploadedFile } from './uploads.ts'

export const CSV_MEDIA_TYPE = 'text/csv'

// The form first: samples use the first type, and curl -d would remove the line breaks of a CSV.
export const CSV_CONSUMES = ['multipart/form-data', CSV_MEDIA_TYPE]

type CsvUpload<Options> = {
  file: { size: number; read(position: number, length: number): Promise<Buffer> }
  options: Options
}

/** The file of a request and its options, which come as query parameters or form fields; the query takes precedence. */
export function csvUpload<Schema extends z.ZodType<object>>(
  { body, query }: { body: unknown; query: z.output<Schema> },
  schema: Schema,
): CsvUpload<z.output<Schema>> {
  const { file, fields = {} } = body as Partial<Upload>
  if (!file) {
    throw invalidFields({
      field: 'file',
      message: 'send the CSV as the body (Content-Type: text/csv) or as the file of a form',
      code: 'required',
    })
  }
  return { file: readable(file), options: { ...parseFields(schema, fields), ...given(query) } }
}

/** Parameters that were not given must not hide fields that were. */
const given = <T extends object>(query: T): T =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T

const readable = ({ size, handle }: UploadedFile) => ({
  size,
  async read(position: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
    return buffer.subarray(0, bytesRead)
  },
})
