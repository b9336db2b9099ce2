import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { z } from 'zod'
import { ProjectPatch } from '../../../../src/features/projects/projects.schema.ts'
import { accountQuery } from '../../api/accounts/account.ts'
import { changeProject, projectQuery } from '../../api/project/project.ts'
import type { Project } from '../../api/project/project.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { projectTexts as texts } from './settings.texts.ts'

export type Patch = z.input<typeof ProjectPatch>
export type PatchForm = ReturnType<typeof useProjectForm>['form']

/** The account has the name of the project, which the sidebar shows, and tells whether there is a second factor. */
export function useRefreshAccount() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async () => {
    await queryClient.fetchQuery({ ...accountQuery, staleTime: 0 })
    await router.invalidate()
  }
}

export function useProjectForm(project: Project) {
  const { api } = useProject()
  const refreshAccount = useRefreshAccount()
  const form = useSchemaForm<Patch, z.output<typeof ProjectPatch>>(ProjectPatch, project)
  const save = useChange({
    call: changeProject,
    record: projectQuery(api),
    done: texts.saved,
    form,
    onSuccess: refreshAccount,
  })
  /** Sends only changed fields: somebody else may be changing the rest. */
  const submit = form.handleSubmit((values) => {
    const changed = Object.keys(form.formState.dirtyFields)
    save.mutate(Object.fromEntries(Object.entries(values).filter(([name]) => changed.includes(name))))
  })
  return { form, save, submit }
}
