import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Download, X } from 'lucide-react'
import type { Contact } from '../../api/contacts.ts'
import { totalOf } from '../../api/client/lists.ts'
import { removeMembers, segmentMembersQuery } from '../../api/segments.ts'
import type { UsedSegment } from '../../api/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { downloadContacts } from '../../patterns/download-contacts.ts'
import { downloadTexts } from '../../patterns/download-contacts.texts.ts'
import { ShowMore } from '../../patterns/list/show-more.tsx'
import { segments } from './segments.texts.ts'

const texts = segments.members
const route = getRouteApi('/signed-in/app/p/$projectId/segments/$segmentId')

/** Who is in the segment as it is saved. */
export function MembersCard({ segment }: { segment: UsedSegment }) {
  const { api, project } = useProject()
  const list = useInfiniteQuery(segmentMembersQuery(api, segment.id))
  const rows = list.data?.pages.flatMap((page) => page.contacts) ?? []
  const total = totalOf(list.data)
  const columns = useColumns(segment)
  const filter = {
    operator: 'AND' as const,
    conditions: [{ field: 'segment', operator: 'memberOf' as const, value: segment.id }],
  }
  return (
    <Card
      title={texts.title}
      isFlush
      actions={
        <div className="flex items-center gap-3">
          <span role="status" className="tabular text-sm text-soft">
            {total === undefined ? '' : texts.count(total)}
          </span>
          <Button
            size="small"
            icon={<Download />}
            disabled={total === 0}
            onClick={() => void downloadContacts(api, { segmentId: segment.id })}
          >
            {downloadTexts.export}
          </Button>
          <Link
            to="/app/p/$projectId/contacts"
            params={{ projectId: project.id }}
            search={{ filter }}
            className={buttonClass({ size: 'small' })}
          >
            {texts.showAll}
          </Link>
        </div>
      }
    >
      {list.isPending && <RowSkeletons />}
      {list.isError && rows.length === 0 && (
        <div className="p-4">
          <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />
        </div>
      )}
      {list.isSuccess && rows.length === 0 && <p className="px-4 pb-4 text-sm text-soft">{texts.empty}</p>}
      {rows.length > 0 && (
        <PlainTable label={texts.label} columns={columns} rows={rows} idOf={({ id }) => id} />
      )}
      <ShowMore list={list} />
    </Card>
  )
}

function useColumns(segment: UsedSegment): PlainColumn<Contact>[] {
  const { project, may } = useProject()
  const setSearch = route.useNavigate()
  const remove = useRemove(segment.id)
  const columns = segments.memberColumns
  return [
    {
      id: 'email',
      header: columns.email,
      cell: ({ id, email }) => (
        <Link
          to="/app/p/$projectId/contacts/$contactId"
          params={{ projectId: project.id, contactId: id }}
          className="font-medium hover:underline"
        >
          {email}
        </Link>
      ),
    },
    {
      id: 'subscribed',
      header: columns.subscribed,
      cell: ({ subscribed }) => (
        <Badge tone={subscribed ? 'good' : 'neutral'}>{subscribed ? columns.yes : columns.no}</Badge>
      ),
    },
    {
      id: 'added',
      header: columns.added,
      cell: ({ createdAt }) => (
        <span className="text-soft">
          <DayTime at={createdAt} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: columns.actions,
      isQuiet: true,
      cell: ({ id, email }) => (
        <span className="flex justify-end gap-1.5">
          {segment.type === 'DYNAMIC' ? (
            <Button
              size="small"
              look="quiet"
              aria-label={texts.whyOne(email)}
              onClick={() => void setSearch({ search: (old) => ({ ...old, why: id }) })}
            >
              {texts.why}
            </Button>
          ) : (
            may('member') && (
              <Button
                size="small"
                look="quiet"
                icon={<X />}
                aria-label={texts.removeOne(email)}
                onClick={() => remove.mutate(email)}
              >
                {texts.remove}
              </Button>
            )
          )}
        </span>
      ),
    },
  ]
}

function useRemove(segmentId: string) {
  const { api } = useProject()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (email: string) => removeMembers(api, segmentId, [email]),
    onSuccess: async (_removed, email) => {
      toast.good(texts.removed(email))
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: [api.projectId, '/segments'] }),
        queryClient.invalidateQueries({ queryKey: [api.projectId, `/segments/${segmentId}/contacts`] }),
      ])
    },
    onError: (error) => toast.error(error),
  })
}
