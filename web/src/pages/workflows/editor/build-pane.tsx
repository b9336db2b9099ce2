import { Redo2, Undo2 } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Statistics } from '../../../api/workflows.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { loadable } from '../../../components/loadable.tsx'
import { formatCount } from '../../../format/number.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import { whenIdle } from '../../../hooks/when-idle.ts'
import { Canvas } from '../canvas/canvas.tsx'
import type { Note } from '../canvas/canvas-context.ts'
import { editor as texts } from '../editor.texts.ts'
import { firstField } from '../inspector/first-field.ts'
import { TRIGGER, waysOf } from '../model/definition.ts'
import type { StepType, WorkflowDraft } from '../model/definition.ts'
import { insertStep, removeStep } from '../model/edit-graph.ts'
import type { Place } from '../model/edit-graph.ts'
import type { Problem } from '../model/problems.ts'
import type { Names } from '../model/step-labels.ts'
import { workflows } from '../workflows.texts.ts'
import { AddStepDialog } from './add-step-dialog.tsx'
import type { SenderWarning } from './use-sender-warnings.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'

/** Its forms bring the filter builder and the schemas along. They are loaded as soon as the canvas is drawn. */
const Inspector = loadable(async () => (await import('../inspector/inspector.tsx')).Inspector)

type BuildPaneProps = {
  edited: EditedWorkflow
  names: Names
  problems: readonly Problem[]
  warnings: readonly SenderWarning[]
  statistics: Statistics | undefined
  isReadOnly: boolean
  selected: string | undefined
  onSelect: (id: string | undefined) => void
  /** Which card to go to; a new object goes there again. */
  jump: { id: string } | undefined
}

export function BuildPane(props: BuildPaneProps) {
  const { edited, names, problems, warnings, statistics, isReadOnly, selected, onSelect, jump } = props
  // What cannot be fetched now is fetched when a step is opened.
  useEffect(() => whenIdle(() => void Inspector.preload().catch(() => {})), [])
  // Typing goes first: the picture of a large workflow follows a moment later.
  const shown = useDeferredValue(edited.draft)
  const notes = useMemo(() => notesOf({ problems, warnings, statistics }), [problems, warnings, statistics])
  const [moved, setMoved] = useState<{ id: string }>()
  const [followed, setFollowed] = useState(jump)
  if (jump !== followed) {
    setFollowed(jump)
    setMoved(jump)
  }
  const [opened, setOpened] = useState<object>()
  const [adding, setAdding] = useState<Place>()
  const panel = usePanel({ draft: edited.draft, selected, opened })
  const open = (id: string) => {
    onSelect(id)
    setOpened({})
  }
  const add = (place: Place, type: StepType) => {
    const { definition, id } = insertStep(edited.draft, place, type)
    edited.change(() => definition)
    setAdding(undefined)
    open(id)
  }
  const remove = (id: string) => {
    if (id === TRIGGER) return
    const { definition, removed, successor } = removeStep(edited.draft, id)
    edited.change(() => definition)
    const next = successor ?? TRIGGER
    onSelect(next)
    setMoved({ id: next })
    toast.good(texts.removed(removed.length))
  }
  const addAfter = (id: string) => {
    const step = edited.draft.steps.find((one) => one.id === id)
    if (step && waysOf(step).length === 0) return
    setAdding({ source: id, branch: undefined })
  }
  return (
    <div className="flex min-h-0 grow max-lg:flex-col">
      <Canvas
        label={`${texts.canvas.label}. ${texts.canvas.hint}`}
        definition={shown}
        names={names}
        notes={notes}
        selected={selected}
        focus={moved}
        onSelect={onSelect}
        onOpen={open}
        {...(!isReadOnly && { onAdd: setAdding, onAddAfter: addAfter, onRemove: remove })}
        tools={isReadOnly ? undefined : <UndoButtons edited={edited} />}
      />
      {panel.selected !== undefined && (
        <Inspector
          draft={edited.draft}
          selected={panel.selected}
          names={names}
          problems={problems}
          warnings={warnings}
          isReadOnly={isReadOnly}
          change={edited.change}
          onRemove={remove}
          onClose={() => {
            setMoved({ id: selected ?? TRIGGER })
            setOpened(undefined)
            onSelect(undefined)
          }}
          focus={panel.opened}
          fallback={<div className="w-full shrink-0 lg:w-[25rem]" />}
        />
      )}
      <AddStepDialog
        draft={edited.draft}
        place={adding}
        onAdd={add}
        onClose={() => setAdding(undefined)}
        finalFocus={firstField}
      />
    </div>
  )
}

type Chosen = { draft: WorkflowDraft; selected: string | undefined; opened: object | undefined }

/** Which step the panel shows: it follows a moment later, so that walking along the cards does not wait for its forms. */
function usePanel({ draft, selected, opened }: Chosen): Omit<Chosen, 'draft'> {
  const later = { selected: useDeferredValue(selected), opened: useDeferredValue(opened) }
  const isThere = later.selected === TRIGGER || draft.steps.some(({ id }) => id === later.selected)
  return isThere ? later : { selected, opened }
}

function UndoButtons({ edited }: { edited: EditedWorkflow }) {
  return (
    <>
      <IconButton
        label={texts.canvas.undo}
        shortcut="Ctrl Z"
        disabled={!edited.canUndo}
        onClick={() => edited.undo()}
      >
        <Undo2 />
      </IconButton>
      <IconButton
        label={texts.canvas.redo}
        shortcut="Ctrl Y"
        disabled={!edited.canRedo}
        onClick={() => edited.redo()}
      >
        <Redo2 />
      </IconButton>
    </>
  )
}

type Noted = Pick<BuildPaneProps, 'problems' | 'warnings' | 'statistics'>

/** What is wrong with a step comes first, then what would go wrong; else how many are there. */
function notesOf({ problems, warnings, statistics }: Noted): Map<string, Note> {
  const notes = new Map<string, Note>()
  for (const { stepId, waiting, passed, failed } of statistics?.steps ?? []) {
    const said = [
      waiting > 0 ? workflows.figures.waiting(formatCount(waiting)) : [],
      passed > 0 ? workflows.figures.passed(formatCount(passed)) : [],
      failed > 0 ? workflows.figures.failed(formatCount(failed)) : [],
    ].flat()
    if (said.length > 0) notes.set(stepId, { text: said.join(' · '), tone: failed > 0 ? 'warn' : 'plain' })
  }
  for (const { stepId, code } of warnings) notes.set(stepId, { text: texts.senders[code], tone: 'warn' })
  for (const { place, message } of problems.toReversed()) notes.set(place, { text: message, tone: 'bad' })
  return notes
}
