import { useState } from 'react'
import { RECIPES } from '../../../../src/features/workflows/recipes.schema.ts'
import type { Recipe } from '../../../../src/features/workflows/recipes.schema.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { TextField } from '../../components/forms/field.tsx'
import { DialogForm } from '../../components/overlays/dialog.tsx'
import { createFromRecipe, templatesOf } from './create-workflow.ts'
import { workflows } from './workflows.texts.ts'

const { form: texts } = workflows

const EMPTY: Recipe = {
  title: texts.empty,
  description: texts.emptyText,
  workflow: { name: '', trigger: { type: 'MANUAL' }, steps: [] },
}

export function NewWorkflowForm({ onClose }: { onClose: () => void }) {
  const { open } = useRecordPages()
  const [chosen, setChosen] = useState(EMPTY)
  const [name, setName] = useState('')
  const create = useChange({
    call: (api) => createFromRecipe(api, { ...chosen.workflow, name: name || chosen.title }),
    refreshes: ['/workflows', '/templates'],
    onSuccess: ({ id }) => open('workflow', id),
  })
  const templates = templatesOf(chosen.workflow).map(({ alias }) => alias)
  return (
    <DialogForm
      submit={texts.create}
      isBusy={create.isPending}
      onSubmit={() => create.mutate()}
      onCancel={onClose}
    >
      <TextField
        label={texts.name}
        maxLength={100}
        placeholder={chosen.title}
        value={name}
        onText={setName}
      />
      <fieldset className="flex flex-col gap-1.5">
        <legend className="pb-1.5 text-sm font-medium">{texts.start}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {[EMPTY, ...RECIPES].map((recipe) => (
            <RecipeCard
              key={recipe.title}
              recipe={recipe}
              isChosen={recipe === chosen}
              onChoose={() => setChosen(recipe)}
            />
          ))}
        </div>
      </fieldset>
      {templates.length > 0 && <p className="text-xs text-soft">{texts.templates(templates.join(', '))}</p>}
    </DialogForm>
  )
}

type RecipeCardProps = { recipe: Recipe; isChosen: boolean; onChoose: () => void }

function RecipeCard({ recipe, isChosen, onChoose }: RecipeCardProps) {
  return (
    <label className="flex cursor-pointer flex-col gap-0.5 rounded-xl border border-line px-3 py-2.5 transition-colors hover:bg-hover has-[:checked]:border-accent has-[:checked]:bg-accent-soft has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent">
      <input
        type="radio"
        name="recipe"
        className="sr-only"
        aria-label={recipe.title}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className="text-sm font-medium">{recipe.title}</span>
      <span className="text-xs text-soft">{recipe.description}</span>
    </label>
  )
}
