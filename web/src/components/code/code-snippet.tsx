import { useState } from 'react'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'
import { CopyTextButton } from '../copy-button.tsx'

export type Sample = { name: string; code: string }

/** A call in several languages; the copied code works without changes. */
export function CodeSnippet({ samples }: { samples: readonly Sample[] }) {
  const [chosen, setChosen] = useState(samples[0]?.name)
  const sample = samples.find(({ name }) => name === chosen) ?? samples[0]
  if (!sample) return null
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-panel text-left shadow-raised">
      <div className="flex items-center justify-between gap-2 border-b border-line px-2 py-1.5">
        <div role="group" aria-label={texts.language} className="flex gap-1">
          {samples.map(({ name }) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === sample.name}
              onClick={() => setChosen(name)}
              className={classes(
                'h-7 rounded-md px-2.5 text-xs font-medium',
                name === sample.name
                  ? 'bg-accent-soft text-accent-text'
                  : 'text-soft hover:bg-hover hover:text-text',
              )}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyTextButton text={sample.code} label={texts.copyCode} />
      </div>
      {/* Focusable, so that keyboards can scroll it. */}
      <pre tabIndex={0} className="max-h-80 overflow-auto bg-sunken p-4 font-mono text-xs leading-relaxed">
        <code>{sample.code}</code>
      </pre>
    </div>
  )
}

/** A long text, such as the source of an email or JSON. */
export function CodeBlock({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      role="region"
      className="min-h-0 grow overflow-auto p-5 font-mono text-xs leading-relaxed break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  )
}
