import { useMemo } from 'react'
import { Avatar } from '../../components/avatar.tsx'
import { emailEditor } from './email-editor.texts.ts'
import { firstWords, inboxTexts } from './inbox-texts.ts'
import type { InboxSize } from './inbox-texts.ts'

const { preview: texts } = emailEditor

type InboxRowProps = {
  sender: string
  rendered: { subject: string; html: string }
  size: InboxSize
}

/** The email as the list of an inbox shows it, cut where those of phones and desktops cut. */
export function InboxRow({ sender, rendered: { subject, html }, size }: InboxRowProps) {
  const preview = useMemo(() => firstWords(html), [html])
  const shown = inboxTexts(
    { sender: sender || texts.noSender, subject: subject || texts.noSubject, preview },
    size,
  )
  const previewText = shown.preview || texts.noPreview
  if (size === 'phone') {
    return (
      <section
        aria-label={texts.inbox}
        className="flex justify-center border-b border-line bg-ground px-4 py-2"
      >
        <div className="flex w-full max-w-[390px] gap-3 rounded-xl bg-panel px-3 py-2.5 text-sm shadow-raised">
          <Avatar name={sender || texts.noSender} />
          <div className="min-w-0">
            <p className="truncate font-semibold">{shown.sender}</p>
            <p className="truncate font-medium">{shown.subject}</p>
            <p className="line-clamp-2 text-soft">{previewText}</p>
          </div>
        </div>
      </section>
    )
  }
  return (
    <section
      aria-label={texts.inbox}
      className="flex min-w-0 items-baseline gap-3 border-b border-line bg-panel px-4 py-2 text-sm"
    >
      <span className="w-32 shrink-0 truncate font-semibold">{shown.sender}</span>
      <p className="min-w-0 truncate">
        <span className="font-medium">{shown.subject}</span>
        <span className="text-soft"> {previewText}</span>
      </p>
    </section>
  )
}
