import { TriangleAlert } from 'lucide-react'
import { emailEditor } from './email-editor.texts.ts'

const { suppressed: texts } = emailEditor

type Props = { address?: string; reason: keyof typeof texts.reasons | undefined }

export function TestSuppressed({ address = texts.address, reason = 'manual' }: Props) {
  return (
    <p role="status" className="flex items-start gap-2 text-sm font-medium">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
      <span>
        {address} {texts.says(texts.reasons[reason])}
      </span>
    </p>
  )
}
