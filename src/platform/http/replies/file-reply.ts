// Answers with a built file: compressed as the client accepts it, and not at all if the client has it.
import type { FastifyReply } from 'fastify'
import type { BuiltFile, Encoding } from '../../built-files/built-files.ts'
import { accepts } from './compression.ts'

// For files whose name changes with their content.
const FOREVER = 'public, max-age=31536000, immutable'

export function replyWithFile(reply: FastifyReply, file: BuiltFile): FastifyReply {
  const { headers } = reply.request
  reply.headers({
    vary: 'Accept-Encoding',
    'cache-control': file.isImmutable ? FOREVER : 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
    etag: file.etag,
  })
  if (hasIt(headers['if-none-match'], file.etag)) return reply.code(304).send()
  const encoding = chooseEncoding(headers['accept-encoding'], file)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.header('content-type', file.type).send((encoding && file.compressed[encoding]) ?? file.plain)
}

const hasIt = (header: string | undefined, etag: string): boolean =>
  (header ?? '').split(',').some((known) => known.trim() === etag)

/** Prefers the smaller one. */
const chooseEncoding = (header: string | undefined, { compressed }: BuiltFile): Encoding | undefined =>
  (['br', 'gzip'] as const).find((name) => compressed[name] && accepts(header, name))
