import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './forms/button.tsx'
import { components as texts } from './components.texts.ts'

// Long enough to be seen, short enough to copy again.
const COPIED_MS = 1_500

/** Pages over plain HTTP, other than from localhost, have no clipboard API: there a selection is copied. */
async function writeClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

function useCopy(text: string): { isCopied: boolean; copy: () => void } {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return { isCopied, copy: () => void writeClipboard(text).then(() => setIsCopied(true)) }
}

type CopyProps = {
  text: string
  /** For screen readers: "Copy the email id". */
  label: string
}

export function CopyButton({ text, label }: CopyProps) {
  const { isCopied, copy } = useCopy(text)
  return (
    <>
      <IconButton label={label} onClick={copy}>
        {isCopied ? <Check className="text-good" /> : <Copy />}
      </IconButton>
      <span className="sr-only" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </>
  )
}

export function CopyTextButton({ text, label, icon = <Copy /> }: CopyProps & { icon?: ReactNode }) {
  const { isCopied, copy } = useCopy(text)
  return (
    <>
      <Button size="small" onClick={copy} icon={isCopied ? <Check className="text-good" /> : icon}>
        {label}
      </Button>
      <span className="sr-only" role="status">
        {isCopied ? texts.copied : ''}
      </span>
    </>
  )
}

/** An id or key in one line: truncated on screen, complete when copied. */
export function Copyable({ text, label }: CopyProps) {
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1">
      <code className="truncate font-mono text-xs" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={label} />
    </span>
  )
}
