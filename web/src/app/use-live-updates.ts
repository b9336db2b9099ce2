import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges } from '../api/client/live.ts'

export function useLiveUpdates(projectId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => followChanges({ projectId, queryClient }), [projectId, queryClient])
}
