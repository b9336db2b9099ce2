import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classes } from '../classes.ts'
import { components as texts } from '../components.texts.ts'
import { inputClass } from './field.tsx'
import { Kbd } from '../kbd.tsx'

// People type faster than this.
const PAUSE_MS = 200

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  maxLength?: number
  isWide?: boolean
}

/** Calls onChange after a pause in typing. `/` focuses the field (app/shortcuts.ts). */
export function SearchField({ label, value, onChange, maxLength = 254, isWide = false }: SearchFieldProps) {
  const [text, setText] = useState(value)
  const reported = useRef(value)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  // The URL changed it, for example by going back.
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === reported.current) return
    const timer = setTimeout(() => {
      reported.current = text
      change.current(text)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className={classes('relative block w-full', !isWide && 'max-w-72')}>
      <Search className="pointer-events-none absolute top-2.5 left-3 size-4 text-faint" aria-hidden />
      <input
        type="search"
        data-search
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={maxLength}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        className={classes(inputClass, 'pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden')}
      />
      <span className="absolute inset-y-0 right-2 flex items-center">
        {text === '' ? (
          <Kbd>/</Kbd>
        ) : (
          <button
            type="button"
            aria-label={texts.clearSearch}
            onClick={() => setText('')}
            className="rounded p-0.5 text-soft hover:text-text"
          >
            <X className="size-4" />
          </button>
        )}
      </span>
    </span>
  )
}
