// The empty list of workflows: the recipes to begin with.
import { ChevronRight, Workflow as WorkflowIcon } from 'lucide-react'
import { RECIPES } from '../../../../src/features/workflows/recipes.schema.ts'
import type { Recipe } from '../../../../src/features/workflows/recipes.schema.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { createFromRecipe } from './create-workflow.ts'
import { workflows } from './workflows.texts.ts'

const { empty: texts } = workflows

export function FirstWorkflow() {
  const { may } = useProject()
  const { open } = useRecordPages()
  const create = useChange({
    call: (api, recipe: Recipe) => createFromRecipe(api, { ...recipe.workflow, name: recipe.title }),
    refreshes: ['/workflows', '/templates'],
    onSuccess: ({ id }) => open('workflow', id),
  })
  if (!may('member')) {
    return <EmptyState icon={<WorkflowIcon />} texts={{ title: texts.title, text: texts.readOnly }} />
  }
  return (
    <div className="overflow-y-auto">
      <EmptyState
        icon={<WorkflowIcon />}
        texts={texts}
        action={
          <ul aria-label={texts.list} className="flex flex-col gap-2">
            {RECIPES.map((recipe) => (
              <li key={recipe.title}>
                <button
                  type="button"
                  disabled={create.isPending}
                  className="flex w-full items-center gap-3 rounded-xl border border-line bg-panel px-4 py-3 text-left shadow-raised transition-colors hover:bg-hover disabled:opacity-55"
                  onClick={() => create.mutate(recipe)}
                >
                  <span className="min-w-0 grow">
                    <span className="block text-sm font-medium">{recipe.title}</span>
                    <span className="block text-xs text-soft">{recipe.description}</span>
                  </span>
                  <ChevronRight className="size-4 shrink-0 text-soft" aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        }
      />
    </div>
  )
}
