// Saves a segment. The schema of the API is checked first, without a request.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../../api/client/api-error.ts'
import { changeSegment, createSegment, segmentQuery } from '../../../api/audience/segments.ts'
import type { Segment } from '../../../api/audience/segments.ts'
import { useProject } from '../../../app/use-project.ts'
import { toast } from '../../../components/overlays/toast.tsx'
import { checkFilter } from '../../../patterns/filter-builder/filter-draft.ts'
import { refusalsOf } from '../../../patterns/filter-builder/use-filter-preview.ts'
import { sentence } from '../../../components/forms/sentence.ts'
import { useSaveKey } from '../../../components/forms/use-save-key.ts'
import { bodyOf, changesOf, problemsOf } from './segment-body.ts'
import { fieldsOf } from './segment-fields.ts'
import type { SegmentFields } from './segment-fields.ts'
import { segments as texts } from '../segments.texts.ts'
import type { SegmentDraft } from './use-segment-draft.ts'

type SaveTarget = {
  type: Segment['type']
  /** Undefined creates a segment. */
  segmentId: string | undefined
  isReadOnly: boolean
}

export function useSegmentSave(draft: SegmentDraft, { type, segmentId, isReadOnly }: SaveTarget) {
  const { api, project } = useProject()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [isTried, setIsTried] = useState(false)
  const mutation = useMutation({
    mutationFn: (sent: SegmentFields) => {
      const body = bodyOf(sent, type)
      return segmentId === undefined
        ? createSegment(api, { ...body, type })
        : changeSegment(api, segmentId, changesOf(bodyOf(fieldsOf(draft.base), type), body))
    },
    onSuccess: async (saved, sent) => {
      toast.good(segmentId === undefined ? texts.editor.created : texts.editor.saved)
      setIsTried(false)
      if (segmentId === undefined) {
        draft.deleteStored()
        await navigate({
          to: '/app/p/$projectId/segments/$segmentId',
          params: { projectId: project.id, segmentId: saved.id },
          // The page asks before it is left with a draft.
          ignoreBlocker: true,
        })
      } else {
        draft.saved(saved, sent)
        queryClient.setQueryData(segmentQuery(api, segmentId).queryKey, (old) => old && { ...old, ...saved })
      }
      await queryClient.invalidateQueries({ queryKey: [api.projectId, '/segments'] })
    },
    onError: async (error) => {
      const { status, fields } = error instanceof ApiError ? error : { status: 0, fields: [] }
      const isPlaced = fields.some(({ field }) => /^(name|description|filters)/.test(field))
      // The page offers to save a deleted segment as a new one.
      const isDeleted = status === 404 && segmentId !== undefined
      if (!isPlaced && !isDeleted) toast.error(error)
      if (isDeleted) await queryClient.invalidateQueries({ queryKey: segmentQuery(api, segmentId).queryKey })
    },
  })
  const serverErrors = mutation.error instanceof ApiError ? mutation.error.fields : []
  const save = () => {
    if (isReadOnly || mutation.isPending) return
    setIsTried(true)
    const found = problemsOf(bodyOf(draft.fields, type), type)
    setProblems(found)
    const isReady = type === 'STATIC' || checkFilter(draft.fields.filters).isReady
    if (Object.keys(found).length === 0 && isReady) mutation.mutate(draft.fields)
  }
  useSaveKey(save)
  return {
    save,
    isPending: mutation.isPending,
    isTried,
    errors: {
      ...Object.fromEntries(serverErrors.map(({ field, message }) => [field, sentence(message)])),
      ...problems,
    } as Record<string, string | undefined>,
    /** Errors of the server about the filter. */
    filterErrors: refusalsOf(mutation.error),
  }
}
