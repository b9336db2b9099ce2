import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import type { ProjectApi } from '../api/client/client.ts'
import { toast } from '../components/overlays/toast.tsx'
import { useProject } from './use-project.ts'

type Change<Input, Answer> = {
  call: (api: ProjectApi, input: Input) => Promise<Answer>
  /** API paths whose data is fetched again, also after an error: others may have changed it. */
  refreshes?: readonly string[]
  /** The query of the record that the answer replaces. */
  record?: { queryKey: QueryKey }
  /** The record until the answer arrives. If the server refuses, the former one is shown again. */
  expected?: (input: Input) => unknown
  done?: string | ((answer: Answer, input: Input) => string)
  onSuccess?: (answer: Answer, input: Input) => unknown
  /** Shows errors at its fields; other errors are messages. */
  form?: { showServerErrors: (error: Error) => boolean }
  /** The component shows the error itself. */
  showsError?: boolean
}

/** A call that changes something: tells how it went, and refetches what depends on it. */
export function useChange<Answer, Input = void>(change: Change<Input, Answer>) {
  const { call, refreshes = [], record, expected, done, onSuccess, form, showsError = false } = change
  const { api } = useProject()
  const queryClient = useQueryClient()
  const setRecord = (value: unknown) => record && queryClient.setQueryData(record.queryKey, value)
  const refresh = () =>
    Promise.all(refreshes.map((path) => queryClient.invalidateQueries({ queryKey: [api.projectId, path] })))
  return useMutation({
    mutationFn: (input: Input) => call(api, input),
    onMutate: async (input) => {
      if (!record || !expected) return undefined
      await queryClient.cancelQueries({ queryKey: record.queryKey })
      const former = queryClient.getQueryData(record.queryKey)
      setRecord(expected(input))
      return { former }
    },
    onSuccess: async (answer, input) => {
      if (done !== undefined) toast.good(typeof done === 'string' ? done : done(answer, input))
      setRecord(answer)
      await onSuccess?.(answer, input)
      await refresh()
    },
    onError: (error, _input, context) => {
      if (context) setRecord(context.former)
      void refresh()
      const isAtFields = form?.showServerErrors(error) === true
      if (!isAtFields && !showsError) toast.error(error)
    },
  })
}
