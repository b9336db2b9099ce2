import { CornerDownRight, Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { Select } from '../../components/forms/select.tsx'
import { sentence } from '../../components/forms/sentence.ts'
import { useBuilder } from './builder-context.ts'
import { ConditionRow } from './condition-row.tsx'
import {
  changeGroup,
  GROUP_KINDS,
  isGroup,
  levelsBelow,
  NEW_CONDITION,
  newGroupIn,
  problemsAt,
  readGroup,
} from './filter-draft.ts'
import type { FilterDraft, FilterProblem, NodeDraft, Path } from './filter-draft.ts'
import { builderTexts as texts } from './filter-builder.texts.ts'
import { useItemKeys } from './use-item-keys.ts'

type GroupProps = {
  label: string
  tree: FilterDraft
  /** The position in the whole filter. */
  path: Path
  /** Paths are relative to this group. */
  problems: readonly FilterProblem[]
  onChange: (tree: FilterDraft) => void
  /** Undefined for the outermost group. */
  onRemove?: () => void
  aside?: ReactNode
}

const KINDS = GROUP_KINDS.map((value) => ({ value, label: texts.kinds[value] }))

export function ConditionGroup({ label, tree, path, problems, onChange, onRemove, aside }: GroupProps) {
  const { isReadOnly, isFull } = useBuilder()
  const { kind, items, pathOf } = readGroup(tree)
  const keys = useItemKeys(items.length)
  // A new condition opens its field picker.
  const [newest, setNewest] = useState<number>()
  const add = (node: NodeDraft) => {
    setNewest(keys.add())
    onChange(changeGroup(tree, { add: node }))
  }
  const remove = (index: number) => {
    keys.remove(index)
    onChange(changeGroup(tree, { remove: index }))
  }
  const itemPath = [...path, ...pathOf(0)].slice(0, -1)
  const groupProblem = problems.find(({ path: [first], isMissing }) => first !== 'conditions' && !isMissing)
  return (
    <div
      role="group"
      aria-label={label}
      className="flex flex-col gap-2 rounded-xl border border-line bg-sunken p-2"
    >
      <div className="flex flex-wrap items-center gap-1">
        <Select
          label={texts.kind}
          value={kind}
          options={KINDS}
          isDisabled={isReadOnly}
          onChange={(chosen) => onChange(changeGroup(tree, { kind: chosen }))}
        />
        {!isReadOnly && (
          <>
            <Button
              size="small"
              look="quiet"
              icon={<Plus />}
              disabled={isFull}
              onClick={() => add(NEW_CONDITION)}
            >
              {texts.addCondition}
            </Button>
            {levelsBelow(itemPath) > 0 && (
              <Button
                size="small"
                look="quiet"
                icon={<CornerDownRight />}
                disabled={isFull}
                onClick={() => add(newGroupIn(kind))}
              >
                {texts.addGroup}
              </Button>
            )}
          </>
        )}
        <span className="grow" />
        {aside}
        {onRemove && !isReadOnly && (
          <IconButton label={texts.removeGroup} onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {items.length === 0 && <p className="px-1 pb-1 text-xs text-soft">{texts.emptyGroup}</p>}
      {items.map((node, index) => {
        const shared = {
          key: keys.of(index),
          problems: problemsAt(problems, pathOf(index)),
          onChange: (changed: NodeDraft) => onChange(changeGroup(tree, { at: index, put: changed })),
          onRemove: () => remove(index),
        }
        const { key, ...props } = shared
        return isGroup(node) ? (
          <ConditionGroup
            key={key}
            label={texts.group}
            tree={node}
            path={[...path, ...pathOf(index)]}
            {...props}
          />
        ) : (
          <ConditionRow
            key={key}
            label={texts.condition(index + 1)}
            leaf={node}
            isNew={key === newest}
            {...props}
          />
        )
      })}
      {groupProblem && <p className="px-1 text-xs font-medium text-bad">{sentence(groupProblem.message)}</p>}
    </div>
  )
}
