import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { Dialog } from '../../../components/overlays/dialog.tsx'
import { SelectField } from '../../../components/forms/select-field.tsx'
import { StepIcon } from '../canvas/step-icon.tsx'
import { editor } from '../editor.texts.ts'
import { STEP_TYPES, TRIGGER, transitionsOf } from '../model/definition.ts'
import type { StepType, WorkflowDraft } from '../model/definition.ts'
import { targetAt } from '../model/edit-graph.ts'
import type { Slot } from '../model/edit-graph.ts'
import { branchName } from '../model/step-labels.ts'
import { stepTexts } from '../steps.texts.ts'

const { add: texts } = editor

type Props = {
  draft: WorkflowDraft
  /** Undefined: closed. Without a branch, the dialog asks for one if the step has several. */
  slot: Slot | undefined
  onAdd: (slot: Slot, type: StepType) => void
  onClose: () => void
  /** Gets the focus after a step was added. */
  finalFocus: () => HTMLElement | undefined
}

export function AddStepDialog({ draft, slot, onAdd, onClose, finalFocus }: Props) {
  const isAdded = useRef(false)
  const add = (chosen: Slot, type: StepType) => {
    isAdded.current = true
    onAdd(chosen, type)
  }
  const focusNext = () => {
    if (!isAdded.current) return undefined
    isAdded.current = false
    return finalFocus()
  }
  return (
    <Dialog
      title={texts.title}
      width="wide"
      isOpen={slot !== undefined}
      onClose={onClose}
      finalFocus={focusNext}
    >
      {slot && <StepTypes draft={draft} slot={slot} onAdd={add} />}
    </Dialog>
  )
}

/** Arrow keys move in the list, which has two columns. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus()
  event.preventDefault()
}

function StepTypes({ draft, slot, onAdd }: Pick<Props, 'draft' | 'onAdd'> & { slot: Slot }) {
  const step = draft.steps.find(({ id }) => id === slot.source)
  const branches = (step ? transitionsOf(step) : []).flatMap(({ branch }) => branch ?? [])
  const [branch, setBranch] = useState(slot.branch ?? branches[0])
  const list = useRef<HTMLUListElement>(null)
  const chosen: Slot = { source: slot.source, branch: slot.source === TRIGGER ? undefined : branch }
  const isAtEnd = targetAt(draft, chosen) === null
  return (
    <div className="flex flex-col gap-4">
      {branches.length > 1 && (
        <SelectField
          label={texts.after}
          value={branch ?? ''}
          options={branches.map((value) => ({ value, label: branchName(value) }))}
          onChange={setBranch}
        />
      )}
      <ul ref={list} className="grid gap-1.5 sm:grid-cols-2" onKeyDown={moveFocus}>
        {STEP_TYPES.map((type) => {
          const isDisabled = type === 'EXIT' && !isAtEnd
          return (
            <li key={type}>
              <button
                type="button"
                disabled={isDisabled}
                onClick={() => onAdd(chosen, type)}
                className="flex w-full items-center gap-3 rounded-xl border border-line px-3 py-2 text-left transition-colors hover:border-accent hover:bg-hover disabled:opacity-55"
              >
                <StepIcon type={type} />
                <span className="min-w-0">
                  <span className="block text-sm font-medium">{stepTexts.names[type]}</span>
                  <span className="block truncate text-xs text-soft">
                    {isDisabled ? texts.onlyAtEnd : stepTexts.meanings[type]}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
