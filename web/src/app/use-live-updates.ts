import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '../api/client/live.ts'

/** What is on screen stays up to date by itself, on every page of the project. */
export function useLiveUpdates(projectId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => followChanges({ projectId, queryClient }), [projectId, queryClient])
}
