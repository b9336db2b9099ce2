// The previous values of an edited value, for undo and redo. Pure.

// Steps are cheap: each shares most of its objects with the next.
const MAX_STEPS = 200

// Typing without a longer pause is one step.
const ONE_STEP_MS = 600

export type History<Value> = { past: readonly Value[]; future: readonly Value[] }

export const NO_HISTORY: History<never> = { past: [], future: [] }

/** Whether a change this long after the last one belongs to the same step. */
export const continuesTyping = ({ past, future }: History<unknown>, pauseMs: number): boolean =>
  past.length > 0 && future.length === 0 && pauseMs < ONE_STEP_MS

/** `isSameStep`: undone together with the change before it. */
export const recordChange = <Value>(
  { past }: History<Value>,
  { value, isSameStep }: { value: Value; isSameStep: boolean },
): History<Value> => ({ past: isSameStep ? past : [...past, value].slice(-MAX_STEPS), future: [] })

export type RestoredValue<Value> = { value: Value; history: History<Value> }

/** Undefined if there is nothing to undo. */
export const undoStep = <Value>(
  { past, future }: History<Value>,
  value: Value,
): RestoredValue<Value> | undefined =>
  past.length === 0
    ? undefined
    : {
        value: past.at(-1) as Value,
        history: { past: past.slice(0, -1), future: [value, ...future] },
      }

/** Undefined if there is nothing to redo. */
export const redoStep = <Value>(
  { past, future }: History<Value>,
  value: Value,
): RestoredValue<Value> | undefined =>
  future.length === 0
    ? undefined
    : {
        value: future[0] as Value,
        history: { past: [...past, value], future: future.slice(1) },
      }
