// The built-in inbox: the list on the left, the email on the right.
import { getRouteApi, Link } from '@tanstack/react-router'
import { Inbox, MailOpen } from 'lucide-react'
import { isInbox } from '../../api/accounts/account.ts'
import type { Email } from '../../api/sending/emails.ts'
import { pollAtTop } from '../../api/client/lists.ts'
import { usePageSearch } from '../../app/page-search.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { classes } from '../../components/classes.ts'
import { EmptyState } from '../../components/notices/empty-state.tsx'
import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { isTyping } from '../../hooks/is-typing.ts'
import { usePageKeys } from '../../hooks/use-page-keys.ts'
import { Page } from '../../components/page.tsx'
import { RowSkeletons } from '../../components/notices/skeleton.tsx'
import { Time } from '../../format/time.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { EmailStatusBadge } from '../../patterns/email/email-status.tsx'
import { EmailView } from '../../patterns/email/email-view.tsx'
import { emailTexts } from '../../patterns/email/email.texts.ts'
import { SendSample } from '../../patterns/curl/send-sample.tsx'
import { inbox as texts } from './inbox.texts.ts'
import { useList } from '../../patterns/list/use-list.ts'
import { ListSearch } from '../../patterns/list/list-filters.tsx'
import { emailListQuery } from '../../api/sending/emails.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/inbox')

export function InboxPage() {
  const { api, account } = useProject()
  const { q, email: chosenId } = route.useSearch()
  const { query, rows: emails } = useList(
    { ...emailListQuery(api, { search: q }), refetchInterval: pollAtTop },
    'emails',
  )
  const chosen = emails.find(({ id }) => id === chosenId)
  const isEmpty = !query.isPending && !query.isError && emails.length === 0
  return (
    <Page
      title={texts.title}
      subtitle={isInbox(account) ? texts.subtitle : texts.subtitleElsewhere}
      actions={<ShowAsCurl calls={[{ name: curlTexts.names.list, path: '/emails', query: { search: q } }]} />}
    >
      {isEmpty && q === undefined ? (
        <div className="overflow-y-auto">
          <EmptyState icon={<Inbox />} texts={texts.empty} action={<SendSample />} />
        </div>
      ) : (
        <div className="flex min-h-0 grow">
          <div
            className={classes(
              'flex w-full min-w-0 shrink-0 flex-col border-r border-line bg-panel lg:flex lg:w-88',
              chosenId === undefined ? 'flex' : 'hidden',
            )}
          >
            <div className="border-b border-line p-2.5">
              <ListSearch isWide label={texts.search} />
            </div>
            {query.isPending && <RowSkeletons />}
            {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
            {isEmpty && <p className="p-8 text-center text-sm text-soft">{texts.nothing}</p>}
            <InboxList
              emails={emails}
              chosenId={chosenId}
              onEnd={() => void (query.hasNextPage && !query.isFetchingNextPage && query.fetchNextPage())}
            />
          </div>
          <Reader email={chosen} emailId={chosenId} />
        </div>
      )}
    </Page>
  )
}

type InboxListProps = { emails: Email[]; chosenId: string | undefined; onEnd: () => void }

/** Fetches the next page this many pixels before the end. */
const PREFETCH_PX = 600

function InboxList({ emails, chosenId, onEnd }: InboxListProps) {
  useListKeys(emails, chosenId)
  return (
    <ul
      aria-label={texts.list}
      className="min-h-0 grow overflow-y-auto"
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - PREFETCH_PX) onEnd()
      }}
    >
      {emails.map((email) => (
        <li key={email.id} className="border-b border-line [content-visibility:auto]">
          <Link
            from="/app/p/$projectId/inbox"
            to="."
            search={(old) => ({ ...old, email: email.id })}
            className="flex flex-col gap-0.5 px-4 py-3 outline-offset-[-3px] hover:bg-hover data-[status=active]:bg-accent-soft"
          >
            <span className="flex items-baseline justify-between gap-3">
              <span className="truncate text-sm font-medium">{email.to}</span>
              <span className="shrink-0 text-xs text-soft">
                <Time at={email.createdAt} />
              </span>
            </span>
            <span className="truncate text-sm text-soft">{email.subject || emailTexts.noSubject}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** j and k open the next and the previous email. */
function useListKeys(emails: Email[], chosenId: string | undefined): void {
  const { change } = usePageSearch()
  usePageKeys((event) => {
    if (isTyping(event) || (event.key !== 'j' && event.key !== 'k')) return
    const index = emails.findIndex(({ id }) => id === chosenId)
    const next = emails[Math.max(0, index + (event.key === 'j' ? 1 : -1))]
    if (next) change({ email: next.id }, { replace: true })
  })
}

function Reader({ email, emailId }: { email: Email | undefined; emailId: string | undefined }) {
  const { api } = useProject()
  const { tab = 'html' } = route.useSearch()
  const { change } = usePageSearch()
  if (emailId === undefined) {
    return (
      <div className="hidden grow items-center lg:flex">
        <EmptyState icon={<MailOpen />} texts={texts.choose} />
      </div>
    )
  }
  return (
    <section
      aria-label={email?.subject ?? texts.title}
      className="flex min-w-0 grow flex-col overflow-y-auto"
    >
      {email && (
        <header className="flex flex-wrap items-start gap-3 bg-panel px-5 pt-4 pb-2">
          <div className="min-w-0 grow">
            <h2 className="text-base font-semibold break-words">{email.subject || emailTexts.noSubject}</h2>
            <p className="text-xs break-words text-soft">
              {email.from} {texts.to} {email.to}
            </p>
          </div>
          <EmailStatusBadge status={email.status} />
          <RecordLink kind="email" id={email.id} className={buttonClass({ size: 'small' })}>
            {texts.details}
          </RecordLink>
        </header>
      )}
      <EmailView
        key={emailId}
        api={api}
        emailId={emailId}
        tab={tab}
        onTab={(chosen) => change({ tab: chosen }, { replace: true })}
      />
    </section>
  )
}
