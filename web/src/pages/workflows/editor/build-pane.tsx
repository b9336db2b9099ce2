import { getRouteApi } from '@tanstack/react-router'
import { ChartNoAxesColumnDecreasing } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Statistics } from '../../../api/sending/workflows.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { UndoButtons } from '../../../components/undo-buttons.tsx'
import { loadable } from '../../../components/loadable.tsx'
import { formatCount } from '../../../format/number.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import { whenIdle } from '../../../hooks/when-idle.ts'
import { Canvas } from '../canvas/canvas.tsx'
import type { Note } from '../canvas/canvas-context.ts'
import { editor as texts } from '../editor.texts.ts'
import { firstField } from '../inspector/first-field.ts'
import { TRIGGER, transitionsOf } from '../model/definition.ts'
import type { StepType, WorkflowDraft } from '../model/definition.ts'
import { insertStep, removeStep } from '../model/edit-graph.ts'
import type { Slot } from '../model/edit-graph.ts'
import { funnelOf } from '../model/funnel.ts'
import type { Problem } from '../model/problems.ts'
import type { Names } from '../model/step-labels.ts'
import { workflows } from '../workflows.texts.ts'
import { AddStepDialog } from './add-step-dialog.tsx'
import type { SenderWarning } from './use-sender-warnings.ts'
import type { EditedWorkflow } from './use-workflow-draft.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/workflows/$workflowId')

/** Loads the filter builder and the schemas, so it waits until the canvas is drawn. */
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
  /** The card to go to; a new object goes there again. */
  jump: { id: string } | undefined
}

export function BuildPane(props: BuildPaneProps) {
  const { edited, names, problems, warnings, statistics, isReadOnly, selected, onSelect, jump } = props
  // If this fails, opening a step loads it.
  useEffect(() => whenIdle(() => void Inspector.preload().catch(() => {})), [])
  // Typing must not wait for the canvas of a large workflow.
  const shown = useDeferredValue(edited.draft)
  const { show } = route.useSearch()
  const funnel = useMemo(
    () => (show === 'funnel' && statistics ? funnelOf(shown.steps, statistics) : undefined),
    [show, shown, statistics],
  )
  const notes = useMemo(() => notesOf({ problems, warnings, statistics }), [problems, warnings, statistics])
  const [focused, setFocused] = useState<{ id: string }>()
  const [lastJump, setLastJump] = useState(jump)
  if (jump !== lastJump) {
    setLastJump(jump)
    setFocused(jump)
  }
  const [opened, setOpened] = useState<object>()
  const [slot, setSlot] = useState<Slot>()
  const panel = usePanel({ draft: edited.draft, selected, opened })
  const open = (id: string) => {
    onSelect(id)
    setOpened({})
  }
  const add = (at: Slot, type: StepType) => {
    const { definition, id } = insertStep(edited.draft, at, type)
    edited.change(() => definition)
    setSlot(undefined)
    open(id)
  }
  const remove = (id: string) => {
    if (id === TRIGGER) return
    const { definition, removed, successor } = removeStep(edited.draft, id)
    edited.change(() => definition)
    const next = successor ?? TRIGGER
    onSelect(next)
    setFocused({ id: next })
    toast.good(texts.removed(removed.length))
  }
  const addAfter = (id: string) => {
    const step = edited.draft.steps.find((one) => one.id === id)
    if (step && transitionsOf(step).length === 0) return
    setSlot({ source: id, branch: undefined })
  }
  return (
    <div className="flex min-h-0 grow max-lg:flex-col">
      <Canvas
        label={`${texts.canvas.label}. ${texts.canvas.hint}`}
        definition={shown}
        names={names}
        notes={notes}
        funnel={funnel}
        hasPictures
        selected={selected}
        focus={focused}
        onSelect={onSelect}
        onOpen={open}
        {...(!isReadOnly && { onAdd: setSlot, onAddAfter: addAfter, onRemove: remove })}
        tools={
          <>
            {!isReadOnly && <UndoButtons texts={texts.canvas} undo={edited.undo} redo={edited.redo} />}
            <FunnelButton />
          </>
        }
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
            setFocused({ id: selected ?? TRIGGER })
            setOpened(undefined)
            onSelect(undefined)
          }}
          focus={panel.opened}
          fallback={<div className="w-full shrink-0 lg:w-[25rem]" />}
        />
      )}
      <AddStepDialog
        draft={edited.draft}
        slot={slot}
        onAdd={add}
        onClose={() => setSlot(undefined)}
        finalFocus={firstField}
      />
    </div>
  )
}

function FunnelButton() {
  const { show } = route.useSearch()
  const setSearch = route.useNavigate()
  const isOn = show === 'funnel'
  return (
    <IconButton
      label={isOn ? texts.funnel.hide : texts.funnel.show}
      aria-pressed={isOn}
      onClick={() =>
        void setSearch({ search: (old) => ({ ...old, show: isOn ? undefined : 'funnel' }), replace: true })
      }
    >
      <ChartNoAxesColumnDecreasing />
    </IconButton>
  )
}

type PanelState = { draft: WorkflowDraft; selected: string | undefined; opened: object | undefined }

/** Deferred, so that moving between cards does not wait for the forms. */
function usePanel({ draft, selected, opened }: PanelState): Omit<PanelState, 'draft'> {
  const later = { selected: useDeferredValue(selected), opened: useDeferredValue(opened) }
  const isCurrent = later.selected === TRIGGER || draft.steps.some(({ id }) => id === later.selected)
  return isCurrent ? later : { selected, opened }
}

type NoteSources = Pick<BuildPaneProps, 'problems' | 'warnings' | 'statistics'>

/** One note per card: a problem, else a warning, else the counts. */
function notesOf({ problems, warnings, statistics }: NoteSources): Map<string, Note> {
  const notes = new Map<string, Note>()
  for (const { stepId, waiting, passed, failed } of statistics?.steps ?? []) {
    const parts = [
      waiting > 0 ? workflows.figures.waiting(formatCount(waiting)) : [],
      passed > 0 ? workflows.figures.passed(formatCount(passed)) : [],
      failed > 0 ? workflows.figures.failed(formatCount(failed)) : [],
    ].flat()
    if (parts.length > 0) notes.set(stepId, { text: parts.join(' · '), tone: failed > 0 ? 'warn' : 'plain' })
  }
  for (const { stepId, code } of warnings) notes.set(stepId, { text: texts.senders[code], tone: 'warn' })
  for (const { cardId, message } of problems.toReversed()) notes.set(cardId, { text: message, tone: 'bad' })
  return notes
}
