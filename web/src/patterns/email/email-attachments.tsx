import { useQuery } from '@tanstack/react-query'
import { Download, Paperclip } from 'lucide-react'
import PostalMime from 'postal-mime'
import type { ProjectApi } from '../../api/client/client.ts'
import { attachmentsQuery } from '../../api/sending/emails.ts'
import { Button } from '../../components/forms/button.tsx'
import { formatBytes } from '../../format/number.ts'
import { emailTexts as texts } from './email.texts.ts'
import { saveFile } from '../save-file.ts'

type Attachment = Awaited<ReturnType<typeof PostalMime.parse>>['attachments'][number]

const readAttachments = async (bytes: ArrayBuffer) => (await PostalMime.parse(bytes)).attachments

/** Parsed from the source of the email. */
export function EmailAttachments({ api, emailId }: { api: ProjectApi; emailId: string }) {
  const { data, isPending, isError } = useQuery(attachmentsQuery(api, emailId, readAttachments))
  if (isPending) return <p className="p-8 text-center text-sm text-soft">…</p>
  if (isError) return <p className="p-8 text-center text-sm text-soft">{texts.noSource}</p>
  if (data.length === 0) return <p className="p-8 text-center text-sm text-soft">{texts.noAttachments}</p>
  return (
    <ul className="flex flex-col gap-2 p-5">
      {data.map((attachment, index) => (
        // Two files may have the same name, and their order never changes.
        <AttachmentRow key={index} attachment={attachment} />
      ))}
    </ul>
  )
}

function AttachmentRow({ attachment }: { attachment: Attachment }) {
  const name = attachment.filename ?? attachment.mimeType
  const content = attachment.content
  const size = typeof content === 'string' ? content.length : content.byteLength
  return (
    <li className="flex items-center gap-3 rounded-xl border border-line bg-panel p-3 text-sm">
      <Paperclip className="size-4 shrink-0 text-soft" aria-hidden />
      <span className="min-w-0 grow truncate font-medium">{name}</span>
      <span className="text-xs text-soft">
        {attachment.mimeType} · {formatBytes(size)}
      </span>
      <Button
        size="small"
        icon={<Download />}
        aria-label={texts.downloadName(name)}
        onClick={() => save(attachment, name)}
      >
        {texts.download}
      </Button>
    </li>
  )
}

/** Always a download, whatever type the sender claims, so that the browser never opens it in the dashboard. */
function save({ content }: Attachment, name: string): void {
  saveFile(name, new Blob([content as BlobPart], { type: 'application/octet-stream' }))
}
