import { TriangleAlert } from 'lucide-react'

/** Warnings in the words of the server. */
export function Warnings({ of: warnings }: { of: readonly string[] }) {
  return warnings.map((warning) => (
    <p
      key={warning}
      role="note"
      className="flex items-start gap-2.5 rounded-xl bg-warn-soft px-4 py-2.5 text-sm text-warn"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
      <span className="min-w-0 break-words">{warning}</span>
    </p>
  ))
}
