// The former values of something that is edited, for undo and redo. Pure.

// Further back than anybody remembers; each step shares most of its objects with the next.
const MOST_STEPS = 200

// Letters typed without a longer pause are one step.
const ONE_STEP_MS = 600

export type History<Value> = { past: readonly Value[]; future: readonly Value[] }

export const NO_HISTORY: History<never> = { past: [], future: [] }

/** Whether a change so long after the last belongs to it. Nothing was typed before the first, or since something was undone. */
export const isTypedOn = ({ past, future }: History<unknown>, pauseMs: number): boolean =>
  past.length > 0 && future.length === 0 && pauseMs < ONE_STEP_MS

/** `isSameStep`: undone together with the change before it. */
export const changedFrom = <Value>(
  { past }: History<Value>,
  { value, isSameStep }: { value: Value; isSameStep: boolean },
): History<Value> => ({ past: isSameStep ? past : [...past, value].slice(-MOST_STEPS), future: [] })

export type RestoredValue<Value> = { value: Value; history: History<Value> }

/** Undefined if there is nothing to undo. */
export const undone = <Value>(
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
export const redone = <Value>(
  { past, future }: History<Value>,
  value: Value,
): RestoredValue<Value> | undefined =>
  future.length === 0
    ? undefined
    : {
        value: future[0] as Value,
        history: { past: [...past, value], future: future.slice(1) },
      }
