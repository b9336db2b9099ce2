import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { controlGroupMembershipQuery } from '../../../api/audience/control-group.ts'
import { bestHourQuery, changeContact, contactQuery, deleteContact } from '../../../api/audience/contacts.ts'
import type { Contact } from '../../../api/audience/contacts.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Button } from '../../../components/forms/button.tsx'
import { Switch } from '../../../components/forms/checkbox.tsx'
import { Copyable, CopyTextButton } from '../../../components/copy-button.tsx'
import { Card, Facts, Page, PageBody } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { curlOf } from '../../../patterns/curl/curl.ts'
import { RecordUnavailable } from '../../../patterns/record/record-unavailable.tsx'
import { useUndoableDelete } from '../../../patterns/record/use-record-actions.ts'
import { SubscriptionBadge } from '../../../patterns/contact/subscription-badge.tsx'
import { ContactHistory } from './contact-history.tsx'
import { ContactSegments } from './contact-segments.tsx'
import { ContactTopics } from './contact-topics.tsx'
import { ContactWorkflows } from './contact-workflows.tsx'
import { contactName } from './contact-name.ts'
import { Engagement } from './engagement.tsx'
import { ContactFields } from './fields/contact-fields.tsx'
import { SuppressionNotice } from './suppression-notice.tsx'
import { ConsentCard } from './consent/consent-card.tsx'
import { Pause } from './pause.tsx'
import { contacts as texts } from '../contacts.texts.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts/$contactId')
const { detail } = texts

export function ContactPage() {
  const { api } = useProject()
  const { contactId } = route.useParams()
  const query = useQuery(contactQuery(api, contactId))
  const { data: contact } = query
  if (!contact) return <RecordUnavailable query={query} />
  return (
    <Page
      title={contact.email}
      actions={
        <>
          <SubscriptionBadge state={contact.subscriptionState} />
          <DeleteButton contact={contact} />
        </>
      }
    >
      <PageBody>
        <SuppressionNotice contact={contact} />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <div className="flex flex-col gap-4">
            <Identity contact={contact} />
            <ContactFields key={contact.id} contact={contact} />
            <ConsentCard contact={contact} />
            <ContactTopics contact={contact} />
          </div>
          <div className="flex min-w-0 flex-col gap-4">
            <Engagement contactId={contact.id} />
            <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2">
              <ContactSegments contactId={contact.id} />
              <ContactWorkflows contactId={contact.id} />
            </div>
            <ContactHistory contactId={contact.id} />
          </div>
        </div>
      </PageBody>
    </Page>
  )
}

function Identity({ contact }: { contact: Contact }) {
  const { api, account, may } = useProject()
  const { data: control } = useQuery(controlGroupMembershipQuery(api, contact.id))
  const subscribe = useChange({
    call: (_, subscribed: boolean) => changeContact(api, contact.id, { subscribed }),
    record: contactQuery(api, contact.id),
    expected: (subscribed) => ({ ...contact, subscribed }),
    refreshes: ['/contacts'],
  })
  return (
    <Card title={detail.facts}>
      <Person contact={contact} />
      <div className="mb-3 flex items-center justify-between gap-3 border-b border-line pb-3 text-sm font-medium">
        <span aria-hidden>{detail.mayGet}</span>
        <Switch
          label={detail.mayGet}
          isOn={contact.subscribed}
          isDisabled={!may('member')}
          onChange={(isOn) => subscribe.mutate(isOn)}
        />
      </div>
      <Pause contact={contact} />
      <Facts
        facts={[
          [detail.id, <Copyable key="id" text={contact.id} label={detail.copyId} />],
          [detail.added, <Time key="added" at={contact.createdAt} />],
          [detail.updated, <Time key="updated" at={contact.updatedAt} />],
          [detail.bestHour, <BestHour key="best-hour" contact={contact} />],
          control?.isMember === true && [detail.controlGroup, detail.inControlGroup],
        ]}
      />
      <div className="mt-4">
        <CopyTextButton text={curlOf(account, `/contacts/${contact.id}`)} label={detail.asCurl} />
      </div>
    </Card>
  )
}

function Person({ contact }: { contact: Contact }) {
  const name = contactName(contact)
  return (
    <div className="flex items-center gap-3 pb-4">
      <Avatar name={name ?? contact.email} size="large" />
      <div className="min-w-0">
        {name !== undefined && <p className="truncate font-semibold">{name}</p>}
        <p className="truncate text-sm text-soft" title={contact.email}>
          {contact.email}
        </p>
      </div>
    </div>
  )
}

/** When the contact usually opens email, and what that rests on. */
function BestHour({ contact: { id } }: { contact: Contact }) {
  const { api } = useProject()
  const { data } = useQuery(bestHourQuery(api, id))
  if (!data) return null
  const { hour, events, needed, timezone } = data
  return (
    <span className="block whitespace-normal">
      {hour === null ? detail.noBestHour(events, needed) : detail.opensAround(hour, timezone, events)}
    </span>
  )
}

function DeleteButton({ contact: { id } }: { contact: Contact }) {
  const { may } = useProject()
  const remove = useUndoableDelete({
    kind: 'contact',
    id,
    remove: (api) => deleteContact(api, id),
    deleted: detail.deleted,
  })
  if (!may('member')) return null
  return (
    <Button look="danger" icon={<Trash2 />} onClick={remove}>
      {detail.delete}
    </Button>
  )
}
