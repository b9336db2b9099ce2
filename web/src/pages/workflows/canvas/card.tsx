import type { Node, NodeProps } from '@xyflow/react'
import { memo } from 'react'
import { classes } from '../../../components/classes.ts'
import { TRIGGER } from '../model/definition.ts'
import type { StepType } from '../model/definition.ts'
import { useCanvas } from './canvas-context.ts'
import type { Tone } from './canvas-context.ts'
import { StepIcon } from './step-icon.tsx'

export type CardData = { title: string; detail: string; type: StepType | 'TRIGGER' }
export type CardNodeType = Node<CardData, 'card'>

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

/** Only what asks for something is seen from afar. */
const BORDER_OF_NOTE: Record<Tone, string> = {
  plain: 'border-edge',
  good: 'border-edge',
  warn: 'border-warn',
  bad: 'border-bad',
  info: 'border-edge',
}

/** One stop for the Tab key on the whole canvas; arrow keys do the rest (use-canvas-keys.ts). */
export const CardNode = memo(function CardNode({ id, data }: NodeProps<CardNodeType>) {
  const { selected, notes, trail, onSelect } = useCanvas()
  const note = notes.get(id)
  return (
    <Card
      id={id}
      data={data}
      text={note?.text}
      tone={note?.tone ?? 'plain'}
      passed={trail?.cards.get(id)}
      isSelected={selected === id}
      isStop={(selected ?? TRIGGER) === id}
      onSelect={onSelect}
    />
  )
})

type CardProps = {
  id: string
  data: CardData
  /** Of its note. */
  text: string | undefined
  tone: Tone
  passed: Tone | undefined
  isSelected: boolean
  isStop: boolean
  onSelect: (id: string) => void
}

/** Drawn only when something of this card has changed; choosing another one concerns two of them. */
const Card = memo(function Card({ id, data, text, tone, passed, isSelected, isStop, onSelect }: CardProps) {
  return (
    <button
      type="button"
      data-step={id}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isSelected}
      onClick={() => onSelect(id)}
      className={classes(
        'nopan nodrag pointer-events-auto flex size-full cursor-pointer flex-col justify-center rounded-xl border bg-panel px-3 text-left shadow-raised transition-[border-color,box-shadow] hover:border-faint',
        passed ? `border-2 ${BORDERS[passed]}` : BORDER_OF_NOTE[tone],
        isSelected && 'ring-2 ring-accent',
      )}
    >
      <span className="flex w-full items-center gap-2.5">
        <StepIcon type={data.type} />
        <span className="min-w-0 grow">
          <span className="block truncate text-[13px] leading-4 font-semibold">{data.title}</span>
          {data.detail !== '' && (
            <span className="block truncate text-[11px] leading-4 text-soft">{data.detail}</span>
          )}
        </span>
      </span>
      {text !== undefined && (
        <span
          className={classes(
            'tabular mt-1.5 block w-full truncate border-t border-line pt-1 text-[11px] leading-4',
            NOTE_TONES[tone],
          )}
        >
          {text}
        </span>
      )}
    </button>
  )
})

export const EndNode = memo(function EndNode() {
  return (
    <span aria-hidden className="flex size-full items-center justify-center">
      <span className="size-2.5 rounded-full border-2 border-edge bg-panel" />
    </span>
  )
})
