// Bodies of Mailgun are forms. A form becomes JSON before it is parsed, so that everything after that is as for any other
// body: its limit, the turns of large bodies, validation, unknown fields. Only this file knows the form.
import { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { heavyTurn } from '../../../platform/concurrency/heavy-turn.ts'
import { MEGABYTE } from '../../../platform/schemas/bounded.schema.ts'

const FORMS = /^(multipart\/form-data|application\/x-www-form-urlencoded)\b/i

// All files together, before base64. A form that announces more is not read at all.
const MOST_FILE_BYTES = 10 * MEGABYTE
// Two contents of a megabyte, and room for the fields beside them.
const MOST_FORM_BYTES = MOST_FILE_BYTES + 3 * MEGABYTE

const MOST_FIELDS = 200

const LIMITS = {
  files: 10,
  fileSize: MOST_FILE_BYTES,
  // One more than is taken: the parser of urlencoded forms drops the others without a word.
  fields: MOST_FIELDS + 1,
  // The largest field is the HTML: one more byte than it may have is refused by its schema.
  fieldSize: MEGABYTE + 1,
  fieldNameSize: 200,
  parts: MOST_FIELDS + 20,
  headerPairs: 100,
}

/** Fields that may be given several times; they are always lists. */
const LISTS = new Set(['to', 'cc', 'bcc', 'o:tag', 'attachment', 'inline'])

type FormFile = { filename: string; content: string; contentType?: string }
type Form = Record<string, string | (string | FormFile)[]>

/** A preParsing hook: the JSON of the form. @throws AppError for what is not a form, or is too large */
export async function formToJson(request: FastifyRequest, payload: Readable): Promise<Readable> {
  const { 'content-type': type = '', 'content-length': length } = request.headers
  if (!FORMS.test(type)) {
    throw badForm(
      `The Content-Type must be multipart/form-data or application/x-www-form-urlencoded, not "${type.slice(0, 100)}".`,
    )
  }
  if (Number(length) > MOST_FORM_BYTES) throw tooLarge()
  const form = await readForm(request, payload)
  await heavyTurn(request.projectId)
  const json = Buffer.from(JSON.stringify(form))
  const { headers } = request.raw
  headers['content-type'] = 'application/json'
  delete headers['content-length']
  return Readable.from(piecesOf(json))
}

const PIECE = 65_536

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE)
}

async function readForm(request: FastifyRequest, payload: Readable): Promise<Form> {
  const parser = createParser(request)
  const form: Form = Object.create(null) as Form
  let received = 0
  const finished = new Promise<void>((resolve, reject) => {
    let fileBytes = 0
    let fields = 0
    const refuse = (message: string) => reject(badForm(message))
    payload.on('data', (piece: Buffer) => {
      received += piece.length
      if (received <= MOST_FORM_BYTES) return
      payload.pause()
      reject(tooLarge())
    })
    parser.on('file', (name, stream, ...about) => {
      const [filename, , contentType] = about
      const pieces: Buffer[] = []
      stream.on('error', (error: Error) => refuse(`The form cannot be read: ${error.message}`))
      stream.on('data', (piece: Buffer) => {
        fileBytes += piece.length
        if (fileBytes > MOST_FILE_BYTES) reject(tooLarge())
        else pieces.push(piece)
      })
      stream.on('end', () => {
        const content = Buffer.concat(pieces).toString('base64')
        const problem = put(form, name, toFile({ filename, content, contentType }))
        if (problem !== undefined) refuse(problem)
      })
    })
    parser.on('field', (name, value, ...isCut) => {
      if (isCut.includes(true)) refuse(`The form field "${name.slice(0, 50)}" is too long.`)
      fields += 1
      if (fields > MOST_FIELDS) refuse(`The form has more than ${MOST_FIELDS} fields.`)
      const problem = put(form, name, value)
      if (problem !== undefined) refuse(problem)
    })
    parser.on('filesLimit', () => refuse(`The form has more than ${LIMITS.files} files.`))
    parser.on('partsLimit', () => refuse(`The form has more than ${LIMITS.parts} parts.`))
    parser.on('error', (error) => refuse(`The form cannot be read: ${String((error as Error).message)}`))
    parser.on('finish', resolve)
    payload.on('error', reject)
  })
  payload.pipe(parser)
  try {
    await finished
    return form
  } finally {
    payload.unpipe(parser)
    // Clients read the refusal once they have sent everything.
    if (received <= MOST_FORM_BYTES) payload.resume()
  }
}

/** Clients name this type for every file, so it says nothing. */
const NO_TYPE = 'application/octet-stream'

const toFile = ({ filename, content, contentType }: Required<FormFile>): FormFile => ({
  filename,
  content,
  ...(contentType !== NO_TYPE && { contentType }),
})

/** Returns what is wrong with the name. */
function put(form: Form, name: string, value: string | FormFile): string | undefined {
  const shown = name.slice(0, 50)
  if (LISTS.has(name)) {
    const list = (form[name] ??= [])
    if (Array.isArray(list)) list.push(value)
    return undefined
  }
  if (typeof value !== 'string') return `The field "${shown}" takes no file; attachment and inline do.`
  if (name in form) return `The field "${shown}" is given more than once.`
  form[name] = value
  return undefined
}

function createParser(request: FastifyRequest): BusboyInstance {
  try {
    return new Busboy({ headers: request.headers as { 'content-type': string }, limits: LIMITS })
  } catch (error) {
    throw badForm(`The form cannot be read: ${(error as Error).message}`)
  }
}

const badForm = (message: string) =>
  new AppError('INVALID_REQUEST_BODY', { message, suggestion: 'Send the form that clients of Mailgun send.' })

const tooLarge = () =>
  new AppError('PAYLOAD_TOO_LARGE', {
    message: `The files of the form are larger than ${MOST_FILE_BYTES / MEGABYTE} MB, or the form is larger than ${MOST_FORM_BYTES / MEGABYTE} MB.`,
    suggestion: 'Send a link to the file instead.',
  })
