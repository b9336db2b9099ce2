// Parses the source of an email: its content and its attachments. Ten megabytes take seconds, so all but short sources
// are parsed in a thread; see email-sources.service.ts.
import PostalMime from 'postal-mime'
import type { Attachment } from 'postal-mime'

export type SourceContent = { subject: string; html: string; text: string; headers: Record<string, string> }

export type SourceFile = { filename: string; contentType: string; contentId: string | null; bytes: number }

export async function readContent(raw: Uint8Array): Promise<SourceContent> {
  const { subject = '', html = '', text = '' } = await PostalMime.parse(raw)
  return { subject, html, text, headers: headersOf(raw) }
}

export async function listFiles(raw: Uint8Array): Promise<SourceFile[]> {
  const { attachments } = await PostalMime.parse(raw)
  return attachments.map((one) => ({ ...describe(one), bytes: bytesOf(one).length }))
}

export type FileRequest = { raw: Uint8Array; index: number }
export type FileContent = { filename: string; content: Uint8Array }

/** Null if there is no attachment with this index. */
export async function readFile({ raw, index }: FileRequest): Promise<FileContent | null> {
  const { attachments } = await PostalMime.parse(raw)
  const file = attachments[index]
  return file ? { filename: describe(file).filename, content: bytesOf(file) } : null
}

const describe = ({ filename, mimeType, contentId }: Attachment) => ({
  filename: filename ?? 'attachment',
  contentType: mimeType,
  contentId: contentId?.replace(/^<|>$/g, '') ?? null,
})

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content as ArrayBuffer)

/** RFC 5322 section 2.2.3: a line that begins with whitespace continues the one before it. */
export function headersOf(raw: Uint8Array): Record<string, string> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.length)
  const block = bytes.toString('latin1', 0, bytes.indexOf('\r\n\r\n'))
  const lines = block.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    }),
  )
}
