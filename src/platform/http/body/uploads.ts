// Uploaded files, written to disk as they arrive, so that a slow sender holds no database connection and a large file no
// memory. The file has no name (it is unlinked once open), so the system frees it however the process ends.
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { BusboyInstance } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { App } from '../app-types.ts'

export type UploadedFile = { handle: FileHandle; size: number; digest: Buffer }
export type Upload = { file: UploadedFile | undefined; fields: Record<string, string> }

const FORM_LIMITS = { files: 1, fields: 50, fieldSize: 64 * 1024, parts: 60, headerPairs: 100 }

const openUploads = new WeakMap<FastifyRequest, FileHandle[]>()

export function installUploads(
  app: App,
  { mediaTypes, limitBytes }: { mediaTypes: string[]; limitBytes: number },
): void {
  app.addContentTypeParser(mediaTypes, async (request: FastifyRequest, body: Readable): Promise<Upload> => {
    requireUploadRoute(request)
    const limit = limitOf(request, limitBytes)
    if (Number(request.headers['content-length']) > limit.bytes) throw tooLarge(limit)
    const file = await spool(request, body, limit)
    request.bodyDigest = file.digest
    return { file, fields: {} }
  })
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, body: Readable): Promise<Upload> => {
      requireUploadRoute(request)
      const upload = await readForm(request, body, limitOf(request, limitBytes))
      // Over the content, not the raw bytes: every repetition of a form has another boundary.
      const hash = createHash('sha256').update(JSON.stringify(Object.entries(upload.fields)))
      request.bodyDigest = hash.update(upload.file?.digest ?? '').digest()
      return upload
    },
  )
  // Not onResponse: it does not run for a client that has disconnected, and the file would stay open.
  app.addHook('onSend', async (request, _reply, payload) => {
    for (const handle of openUploads.get(request) ?? []) await handle.close()
    return payload
  })
}

function requireUploadRoute(request: FastifyRequest): void {
  if (request.routeOptions.config.upload) return
  throw new AppError('INVALID_REQUEST_BODY', { message: 'The Content-Type must be application/json.' })
}

async function spool(request: FastifyRequest, source: Readable, limit: Limit): Promise<UploadedFile> {
  const handle = await openNamelessFile()
  openUploads.set(request, [...(openUploads.get(request) ?? []), handle])
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limit.bytes) throw tooLarge(limit)
    hash.update(chunk)
    await handle.write(chunk)
  }
  return { handle, size, digest: hash.digest() }
}

async function openNamelessFile(): Promise<FileHandle> {
  const name = path.join(tmpdir(), `lettermill-upload-${crypto.randomUUID()}`)
  const handle = await open(name, 'wx+', 0o600)
  await rm(name)
  return handle
}

/** `isBySetting`: the operator can raise it. */
type Limit = { bytes: number; isBySetting: boolean }

function limitOf({ routeOptions }: FastifyRequest, allowedBytes: number): Limit {
  const { uploadBytes = Infinity } = routeOptions.config
  return { bytes: Math.min(uploadBytes, allowedBytes), isBySetting: allowedBytes <= uploadBytes }
}

const tooLarge = ({ bytes, isBySetting }: Limit) =>
  new AppError('PAYLOAD_TOO_LARGE', {
    message: `The file is larger than ${Math.floor(bytes / 1_048_576)} MB, the limit of ${isBySetting ? 'this server (IMPORT_LIMIT_MB)' : 'this call'}.`,
    suggestion: isBySetting
      ? 'Split the file, or let the operator raise IMPORT_LIMIT_MB.'
      : 'Make the file smaller.',
  })

async function readForm(request: FastifyRequest, body: Readable, limit: Limit): Promise<Upload> {
  const form = createFormParser(request)
  const upload: Upload = { file: undefined, fields: {} }
  let spooling: Promise<void> = Promise.resolve()
  let part: Readable | undefined
  const finished = new Promise<void>((resolve, reject) => {
    const refuse = (message: string) => reject(badForm(message))
    form.on('file', (_name, stream) => {
      part = stream
      // Registered at once: a truncated form emits an error before the spool is open, and an unhandled one ends the
      // process.
      stream.on('error', (error: Error) => refuse(`The form cannot be read: ${error.message}`))
      spooling = spool(request, stream, limit).then((file) => void (upload.file = file))
      spooling.catch(reject)
    })
    form.on('field', (name, value, ...isCut) => {
      if (isCut.includes(true)) refuse(`The form field "${name.slice(0, 50)}" is too long.`)
      upload.fields = { ...upload.fields, [name]: value }
    })
    form.on('filesLimit', () => refuse('The form has more than one file.'))
    form.on('fieldsLimit', () => refuse('The form has too many fields.'))
    form.on('error', (error) => refuse(`The form cannot be read: ${String((error as Error).message)}`))
    form.on('finish', resolve)
    body.on('error', reject)
  })
  body.pipe(form)
  try {
    await finished
    await spooling
    return upload
  } finally {
    body.unpipe(form)
    // The response closes the files that it knows of, so one that is being opened must be among them.
    part?.destroy()
    await spooling.catch(() => undefined)
  }
}

const badForm = (message: string, cause?: unknown) =>
  new AppError('INVALID_REQUEST_BODY', {
    message,
    suggestion: 'Send multipart/form-data with one file, as curl -F file=@<name> does.',
    cause,
  })

function createFormParser(request: FastifyRequest): BusboyInstance {
  try {
    return new Busboy({ headers: request.headers as { 'content-type': string }, limits: FORM_LIMITS })
  } catch (error) {
    throw badForm(`The form cannot be read: ${(error as Error).message}`, error)
  }
}
