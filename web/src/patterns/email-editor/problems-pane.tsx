import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Popover } from '../../components/overlays/popover.tsx'
import type { CodePlace } from '../../components/code/code-editor.tsx'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { emailEditor } from './email-editor.texts.ts'
import type { Problem } from './use-rendered-draft.ts'

const { problems: texts } = emailEditor

const MAX_FALLBACK_LENGTH = 100

const ICONS = {
  error: <CircleAlert className="text-bad" />,
  warning: <TriangleAlert className="text-warn" />,
  info: <Info className="text-info" />,
}

type ProblemsPaneProps = {
  problems: readonly Problem[]
  onJump: (place: CodePlace) => void
  /** Gives a field its fallback everywhere. Undefined for roles that may only look. */
  onFallback?: ((field: string, fallback: string) => void) | undefined
}

export function ProblemsPane({ problems, onJump, onFallback }: ProblemsPaneProps) {
  if (problems.length === 0) {
    return <EmptyState icon={<CircleCheck />} texts={texts.none} />
  }
  return (
    <div className="min-h-0 grow overflow-y-auto">
      <ProblemList problems={problems} onJump={onJump} onFallback={onFallback} />
    </div>
  )
}

export function ProblemList({ problems, onJump, onFallback }: ProblemsPaneProps) {
  return (
    <ul className="divide-y divide-line">
      {problems.map(({ key, level, message, advice, place, field }) => (
        <li key={key} className="flex items-start gap-3 px-4 py-3 text-sm">
          <span className="mt-0.5 [&_svg]:size-4" role="img" aria-label={texts.levels[level]}>
            {ICONS[level]}
          </span>
          <div className="min-w-0 grow">
            <p className="break-words">{place?.message ?? message}</p>
            {advice !== undefined && <p className="text-soft">{advice}</p>}
          </div>
          {field !== undefined && onFallback && (
            <FallbackButton field={field} onAdd={(fallback) => onFallback(field, fallback)} />
          )}
          {place && (
            <Button size="small" onClick={() => onJump({ ...place })}>
              {texts.show(place.line)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function FallbackButton({ field, onAdd }: { field: string; onAdd: (fallback: string) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  return (
    <Popover
      label={texts.fallbackFor(field)}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      trigger={
        <Button size="small" aria-label={texts.fallbackFor(field)}>
          {texts.fallback}
        </Button>
      }
    >
      <form
        className="flex flex-col gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '') return
          setIsOpen(false)
          onAdd(text)
        }}
      >
        <TextField
          autoFocus
          label={texts.fallbackText}
          maxLength={MAX_FALLBACK_LENGTH}
          value={text}
          onText={setText}
        />
        <Button type="submit" look="primary" disabled={text.trim() === ''}>
          {texts.addFallback}
        </Button>
      </form>
    </Popover>
  )
}
