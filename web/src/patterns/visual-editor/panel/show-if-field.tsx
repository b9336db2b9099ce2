// The audience of a block: a filter on the fields of the contact, in words, edited in a dialog.
import { ListFilter } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ShowIf } from '../../../../../src/features/templates/blocks/show-if.schema.ts'
import { Button } from '../../../components/forms/button.tsx'
import { sentence } from '../../../components/forms/sentence.ts'
import { Dialog, DialogActions } from '../../../components/overlays/dialog.tsx'
import { FilterBuilder } from '../../filter-builder/filter-builder.tsx'
import { checkFilter, EMPTY_FILTER, shownProblems } from '../../filter-builder/filter-draft.ts'
import type { FilterDraft } from '../../filter-builder/filter-draft.ts'
import { useFilterFields } from '../../filter-builder/filter-fields.ts'
import { useFilterPreview } from '../../filter-builder/use-filter-preview.ts'
import type { EmailBlock } from '../model/block-document.ts'
import { visualEditor } from '../visual-editor.texts.ts'

const { showIf: texts } = visualEditor

type ShowIfFieldProps = { block: EmailBlock; isReadOnly: boolean; onChange: (block: EmailBlock) => void }

export function ShowIfField({ block, isReadOnly, onChange }: ShowIfFieldProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { answer } = useFilterPreview((block.showIf ?? EMPTY_FILTER) as FilterDraft)
  const close = () => setIsOpen(false)
  return (
    <section aria-label={texts.title} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-sm font-medium">{texts.title}</h3>
      <p className="text-sm text-soft">
        {block.showIf === undefined ? texts.everybody : sentence(answer?.words ?? texts.loading)}
      </p>
      {!isReadOnly && (
        <div>
          <Button size="small" icon={<ListFilter />} onClick={() => setIsOpen(true)}>
            {texts.change}
          </Button>
        </div>
      )}
      <Dialog title={texts.dialog} description={texts.hint} isOpen={isOpen} onClose={close} width="wide">
        <ShowIfForm
          value={block.showIf as FilterDraft | undefined}
          onCancel={close}
          onSet={(filter) => {
            close()
            onChange(withShowIf(block, filter))
          }}
        />
      </Dialog>
    </section>
  )
}

type ShowIfFormProps = {
  value: FilterDraft | undefined
  onCancel: () => void
  /** Undefined shows the block to everybody. */
  onSet: (filter: FilterDraft | undefined) => void
}

function ShowIfForm({ value, onCancel, onSet }: ShowIfFormProps) {
  const [draft, setDraft] = useState<FilterDraft>(value ?? EMPTY_FILTER)
  const [isTried, setIsTried] = useState(false)
  const all = useFilterFields()
  const fields = useMemo(() => ({ ...all, isOfBlock: true }), [all])
  const isEmpty = draft.conditions.length === 0
  const checked = checkFilter(draft, ShowIf)
  return (
    <>
      <FilterBuilder
        label={texts.title}
        value={draft}
        fields={fields}
        problems={isEmpty ? [] : shownProblems(checked.problems, isTried)}
        onChange={setDraft}
      />
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        {value && (
          <Button look="danger" onClick={() => onSet(undefined)}>
            {texts.remove}
          </Button>
        )}
        <Button
          look="primary"
          onClick={() => {
            if (isEmpty) onSet(undefined)
            else if (checked.isReady) onSet(checked.tree as FilterDraft)
            else setIsTried(true)
          }}
        >
          {texts.set}
        </Button>
      </DialogActions>
    </>
  )
}

/** Keys in the order of the schema, so that a saved document comes back as the same text. */
function withShowIf(block: EmailBlock, filter: FilterDraft | undefined): EmailBlock {
  const { id, showIf: _before, ...rest } = block
  return { id, ...(filter && { showIf: filter }), ...rest } as EmailBlock
}
