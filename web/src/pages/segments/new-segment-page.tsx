import { getRouteApi } from '@tanstack/react-router'
import { useProject } from '../../app/use-project.ts'
import { SegmentEditor } from './editor/segment-editor.tsx'
import { NO_FIELDS } from './editor/segment-fields.ts'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { SegmentCreate } from '../../../../src/features/segments/segments.schema.ts'
import { createSegment } from '../../api/audience/segments.ts'
import { useRecordPages } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextField } from '../../components/forms/field.tsx'
import { Card, Page, PageBody } from '../../components/page.tsx'
import { AddressesField } from '../../patterns/addresses/addresses-field.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { useSchemaForm } from '../../components/forms/use-schema-form.ts'
import { callsOf } from './editor/segment-calls.ts'
import { segments } from './segments.texts.ts'
import { useAddMembers, usePastedMembers } from './use-add-members.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/segments/new')

export function NewSegmentPage() {
  const { project } = useProject()
  const { type, filter } = route.useSearch()
  if (type === 'static') return <NewList />
  const first = filter ? { ...NO_FIELDS, filters: filter } : NO_FIELDS
  // A segment from a filter and an empty one have different drafts.
  const draftId = filter ? `new:${project.id}:${JSON.stringify(filter)}` : `new:${project.id}`
  return <SegmentEditor key={draftId} draftId={draftId} type="DYNAMIC" segment={undefined} first={first} />
}

const texts = segments.editor

function NewList() {
  const { may } = useProject()
  const { open } = useRecordPages()
  const pasted = usePastedMembers()
  const { add, progress } = useAddMembers()
  // If the addresses are refused, a retry must not create the segment again.
  const [createdId, setCreatedId] = useState<string>()
  const form = useSchemaForm(SegmentCreate, { name: '', type: 'STATIC' as const })
  const create = useChange({
    call: async (api, name: string) => {
      const id = createdId ?? (await createSegment(api, { name, type: 'STATIC' })).id
      setCreatedId(id)
      if (pasted.addresses.length > 0) await add(id, pasted.addresses)
      return id
    },
    done: texts.created,
    refreshes: ['/segments'],
    form,
    onSuccess: (id) => open('segment', id),
  })
  const submit = form.handleSubmit(({ name }) => pasted.problem === undefined && create.mutate(name))
  return (
    <Page
      title={texts.newStaticTitle}
      actions={
        <>
          <ShowAsCurl
            calls={callsOf({
              segment: undefined,
              fields: { ...NO_FIELDS, name: form.watch('name') },
              type: 'STATIC',
            })}
          />
          {may('member') && (
            <Button look="primary" icon={<Save />} isBusy={create.isPending} onClick={() => void submit()}>
              {texts.createList}
            </Button>
          )}
        </>
      }
    >
      <PageBody>
        <RoleNotice needs="member" />
        <Card>
          <form noValidate className="flex flex-col gap-4 pt-1" onSubmit={(event) => void submit(event)}>
            <TextField
              label={texts.name}
              hint={texts.nameHint}
              maxLength={200}
              disabled={!may('member')}
              {...form.field('name')}
            />
            <AddressesField
              pasted={pasted}
              hint={segments.add.hint}
              progress={progress}
              isDisabled={create.isPending || !may('member')}
            />
          </form>
        </Card>
      </PageBody>
    </Page>
  )
}
