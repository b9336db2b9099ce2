import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { Segment } from '../../api/segments.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { toast } from '../../components/overlays/toast.tsx'
import { Card } from '../../components/page.tsx'
import { AddressesField } from '../../patterns/addresses/addresses-field.tsx'
import { segments } from './segments.texts.ts'
import { useAddMembers, usePastedMembers } from './use-add-members.ts'

const texts = segments.add

/** Adds pasted addresses to a list. */
export function AddPeopleCard({ segment }: { segment: Segment }) {
  const { api, may } = useProject()
  const queryClient = useQueryClient()
  const pasted = usePastedMembers()
  const { add, progress } = useAddMembers()
  const save = useMutation({
    mutationFn: () => add(segment.id, pasted.addresses),
    onSuccess: ({ added, created }) => {
      toast.good(texts.done(added, created))
      pasted.setText('')
    },
    onError: (error) => toast.error(error),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: [api.projectId, '/segments'] }),
        queryClient.invalidateQueries({ queryKey: [api.projectId, `/segments/${segment.id}/contacts`] }),
      ]),
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
