import { memo } from 'react'
import type { PicturedEmail } from '../../../api/content/templates.ts'
import { classes } from '../../../components/classes.ts'
import type { StepType } from '../model/definition.ts'
import type { Tone } from './canvas-context.ts'
import { StepIcon } from './step-icon.tsx'

export type CardData = {
  title: string
  detail: string
  type: StepType | 'TRIGGER'
  /** For its picture. */
  email?: PicturedEmail | undefined
}

const NOTE_TONES: Record<Tone, string> = {
  plain: 'text-soft',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad font-medium',
  info: 'text-info',
}

const BORDERS: Record<Tone, string> = {
  plain: 'border-line',
  good: 'border-good',
  warn: 'border-warn',
  bad: 'border-bad',
  info: 'border-info',
}

/** Only problems and warnings are visible when zoomed out. */
const NOTE_BORDERS: Record<Tone, string> = {
  plain: 'border-edge',
  good: 'border-edge',
  warn: 'border-warn',
  bad: 'border-bad',
  info: 'border-edge',
}

type CardProps = {
  id: string
  x: number
  y: number
  data: CardData
  note: string | undefined
  /** Lines that replace the detail. */
  figures: string | undefined
  tone: Tone
  passed: Tone | undefined
  /** Leaves room for it. */
  hasPicture: boolean
  isSelected: boolean
  /** The canvas has one tab stop; arrow keys do the rest (canvas-keys.ts). */
  isTabStop: boolean
  onSelect: (id: string) => void
}

export const Card = memo(function Card(props: CardProps) {
  const { id, x, y, data, note, figures, tone, passed, hasPicture, isSelected, isTabStop, onSelect } = props
  return (
    <button
      type="button"
      data-step={id}
      tabIndex={isTabStop ? 0 : -1}
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      className={classes(
        'nopan nodrag pointer-events-auto absolute flex h-(--card-height) w-(--card-width) cursor-pointer flex-col justify-center rounded-xl border bg-panel pl-3 text-left shadow-raised transition-[border-color,box-shadow] hover:border-faint',
        hasPicture ? 'pr-[4.25rem]' : 'pr-3',
        passed ? `border-2 ${BORDERS[passed]}` : NOTE_BORDERS[tone],
        isSelected && 'ring-2 ring-accent',
      )}
    >
      <span className="flex w-full items-center gap-2.5">
        <StepIcon type={data.type} />
        <span className="min-w-0 grow">
          <span className="block truncate text-[13px] leading-5 font-semibold">{data.title}</span>
          {figures === undefined && data.detail !== '' && (
            <span className="block truncate text-[11px] leading-4 text-soft">{data.detail}</span>
          )}
          {figures?.split('\n').map((line) => (
            <span key={line} className="tabular block truncate text-[11px] leading-4 text-soft">
              {line}
            </span>
          ))}
        </span>
      </span>
      {note !== undefined && (
        <span
          className={classes(
            'tabular mt-1 block w-full truncate border-t border-line pt-0.5 text-[11px] leading-4',
            NOTE_TONES[tone],
          )}
        >
          {note}
        </span>
      )}
    </button>
  )
})
