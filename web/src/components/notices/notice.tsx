import type { ReactNode } from 'react'

/** A warning across the page, with actions. */
export function Notice({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 border-b border-line bg-warn-soft px-5 py-2 text-sm text-warn"
    >
      <p className="min-w-0 grow font-medium">
        {text} {hint !== undefined && <span className="font-normal">{hint}</span>}
      </p>
      {children}
    </div>
  )
}
