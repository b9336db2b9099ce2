import { TriangleAlert } from 'lucide-react'

/** `text` is undefined if there is nothing to warn of. */
export function Warning({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="note" className="flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-2.5 text-sm text-warn">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{text}</span>
    </p>
  )
}
