import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { RECIPES } from '../../../../src/features/workflows/recipes.schema.ts'
import type { Recipe } from '../../../../src/features/workflows/recipes.schema.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Dialog, DialogActions } from '../../components/overlays/dialog.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { createFromRecipe, templatesOf } from './create-workflow.ts'
import { workflows } from './workflows.texts.ts'

const { form: texts } = workflows

type Props = { isOpen: boolean; onClose: () => void }

export function NewWorkflowDialog({ isOpen, onClose }: Props) {
  return (
    <Dialog title={texts.title} width="wide" isOpen={isOpen} onClose={onClose}>
      <NewWorkflowForm onCancel={onClose} />
    </Dialog>
  )
}

const EMPTY: Recipe = {
  title: texts.empty,
  description: texts.emptyText,
  workflow: { name: '', trigger: { type: 'MANUAL' }, steps: [] },
}

function NewWorkflowForm({ onCancel }: { onCancel: () => void }) {
  const { api, project } = useProject()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(EMPTY)
  const [name, setName] = useState('')
  const create = useMutation({
    mutationFn: () => createFromRecipe(api, { ...chosen.workflow, name: name || chosen.title }),
    onSuccess: async ({ id }) => {
      await navigate({
        to: '/app/p/$projectId/workflows/$workflowId',
        params: { projectId: project.id, workflowId: id },
      })
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/workflows'] })
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/templates'] })
    },
    onError: (error) => toast.error(error),
  })
  const templates = templatesOf(chosen.workflow).map(({ alias }) => alias)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
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
      <DialogActions>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button look="primary" type="submit" isBusy={create.isPending}>
          {texts.create}
        </Button>
      </DialogActions>
    </form>
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
