import { QueryObserver } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { ProjectApi } from '../../api/client/client.ts'
import { jobQuery } from '../../api/contacts.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { imports as texts } from './import.texts.ts'

/** Polls an import until it ends, on whatever page the user is, and shows a message. */
export function followImport(queryClient: QueryClient, api: ProjectApi, jobId: string): void {
  const observer = new QueryObserver(queryClient, jobQuery(api, jobId))
  const stop = observer.subscribe(({ data: job }) => {
    if (job?.status !== 'DONE' && job?.status !== 'FAILED') return
    stop()
    const { done, failed } = job.progress
    if (job.status === 'DONE') {
      const note = failed > 0 ? texts.finishedWithErrors(failed) : undefined
      toast.good(texts.finished(done), note)
    } else toast.error(new Error(texts.run.failed))
    void queryClient.invalidateQueries({ queryKey: [api.projectId, '/contacts'] })
    void queryClient.invalidateQueries({ queryKey: [api.projectId, '/contacts/fields'] })
  })
}
