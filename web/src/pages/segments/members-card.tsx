import { getRouteApi, Link } from '@tanstack/react-router'
import { Download, X } from 'lucide-react'
import type { Contact } from '../../api/audience/contacts.ts'
import { removeMembers, segmentMembersQuery } from '../../api/audience/segments.ts'
import type { UsedSegment } from '../../api/audience/segments.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, buttonClass } from '../../components/forms/button.tsx'
import { Badge } from '../../components/notices/badge.tsx'
import { Card } from '../../components/page.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { DayTime } from '../../format/time.tsx'
import { downloadContacts } from '../../patterns/download-contacts.ts'
import { downloadTexts } from '../../patterns/download-contacts.texts.ts'
import { segments } from './segments.texts.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { listTexts } from '../../patterns/list/list.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { PlainList } from '../../patterns/list/plain-list.tsx'

const texts = segments.members
const route = getRouteApi('/signed-in/app/p/$projectId/segments/$segmentId')

export function MembersCard({ segment }: { segment: UsedSegment }) {
  const { api, project } = useProject()
  const { q: search } = route.useSearch()
  const list = useList(segmentMembersQuery(api, segment.id, search), 'contacts')
  const { total } = list
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
      <div className="px-4 pb-3">
        <ListSearch label={listTexts.searchByAddress} />
      </div>
      <PlainList
        label={texts.label}
        list={list}
        columns={columns}
        empty={search === undefined ? texts.empty : listTexts.nothing.title}
      />
    </Card>
  )
}

function useColumns(segment: UsedSegment): PlainColumn<Contact>[] {
  const { may } = useProject()
  const { change } = usePageSearch()
  const remove = useChange({
    call: (api, email: string) => removeMembers(api, segment.id, [email]),
    done: (_, email) => texts.removed(email),
    refreshes: ['/segments', `/segments/${segment.id}/contacts`],
  })
  const columns = segments.memberColumns
  return columnsOf(columns, {
    email: {
      cell: ({ id, email }) => (
        <RecordLink kind="contact" id={id}>
          {email}
        </RecordLink>
      ),
    },
    subscribed: {
      cell: ({ subscribed }) => (
        <Badge tone={subscribed ? 'good' : 'neutral'}>{subscribed ? columns.yes : columns.no}</Badge>
      ),
    },
    added: { isSoft: true, cell: ({ createdAt }) => <DayTime at={createdAt} /> },
    actions: {
      isQuiet: true,
      cell: ({ id, email }) => (
        <span className="flex justify-end gap-1.5">
          {segment.type === 'DYNAMIC' ? (
            <Button
              size="small"
              look="quiet"
              aria-label={texts.whyOne(email)}
              onClick={() => change({ why: id })}
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
  })
}
