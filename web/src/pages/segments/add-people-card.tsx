import { UserPlus } from 'lucide-react'
import type { Segment } from '../../api/audience/segments.ts'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { Card } from '../../components/page.tsx'
import { AddressesField } from '../../patterns/addresses/addresses-field.tsx'
import { segments } from './segments.texts.ts'
import { useAddMembers, usePastedMembers } from './use-add-members.ts'

const texts = segments.add

export function AddPeopleCard({ segment }: { segment: Segment }) {
  const { may } = useProject()
  const pasted = usePastedMembers()
  const { add, progress } = useAddMembers()
  const save = useChange({
    call: () => add(segment.id, pasted.addresses),
    done: ({ added, created }) => texts.done(added, created),
    refreshes: ['/segments', `/segments/${segment.id}/contacts`],
    onSuccess: () => pasted.setText(''),
  })
  if (!may('member')) return null
  const total = pasted.addresses.length
  return (
    <Card title={texts.title}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (total > 0 && pasted.problem === undefined) save.mutate()
        }}
      >
        <AddressesField pasted={pasted} hint={texts.hint} progress={progress} isDisabled={save.isPending} />
        <div className="flex justify-end">
          <Button
            type="submit"
            icon={<UserPlus />}
            isBusy={save.isPending}
            disabled={total === 0 || pasted.problem !== undefined}
          >
            {total === 0 ? texts.submitNone : texts.submit(total)}
          </Button>
        </div>
      </form>
    </Card>
  )
}
