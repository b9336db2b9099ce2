// Asks whether the contact would get the email of a campaign, a workflow or a topic.
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { campaignListQuery } from '../../../../api/sending/campaigns.ts'
import type { Contact } from '../../../../api/audience/contacts.ts'
import type { EmailTarget } from '../../../../api/audience/explain.ts'
import { searchQuery } from '../../../../api/project/search.ts'
import { workflowListQuery } from '../../../../api/sending/workflows.ts'
import { useProject } from '../../../../app/use-project.ts'
import { Button } from '../../../../components/forms/button.tsx'
import { ComboBox, matchingGroups } from '../../../../components/forms/combo-box.tsx'
import type { Option } from '../../../../components/forms/select.tsx'
import { Dialog } from '../../../../components/overlays/dialog.tsx'
import { useDebounced } from '../../../../hooks/use-debounced.ts'
import { useTopics } from '../../../../patterns/topics/use-topics.ts'
import { WhyAnswer } from '../../../../patterns/why/why-dialog.tsx'
import { consentTexts } from './consent.texts.ts'

const { ask: texts } = consentTexts

export function AskButton({ contact }: { contact: Contact }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size="small" icon={<CircleHelp />} onClick={() => setIsOpen(true)}>
        {texts.button}
      </Button>
      <Dialog
        title={texts.title}
        description={texts.text(contact.email)}
        width="wide"
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <Ask contact={contact} />
      </Dialog>
    </>
  )
}

// People type faster than this.
const PAUSE_MS = 200

function Ask({ contact }: { contact: Contact }) {
  const [chosen, setChosen] = useState<Option<string>>()
  const [typed, setTyped] = useState('')
  const groups = useGroups(typed)
  const choose = (value: string) =>
    setChosen(groups.flatMap(({ options }) => options).find((option) => option.value === value))
  return (
    <div className="flex flex-col gap-4">
      <div>
        <ComboBox
          label={texts.subject}
          placeholder={texts.choose}
          chosen={chosen}
          groupsFor={(text) => matchingGroups(groups, text)}
          onType={setTyped}
          onChange={choose}
        />
      </div>
      {chosen && <WhyAnswer question={{ contact, target: targetOf(chosen.value) }} />}
    </div>
  )
}

type Kind = 'campaign' | 'workflow' | 'topic'

const valueOf = (kind: Kind, id: string): string => `${kind} ${id}`

function targetOf(value: string): EmailTarget {
  const [kind, id = ''] = value.split(' ')
  if (kind === 'campaign') return { campaignId: id }
  return kind === 'workflow' ? { workflowId: id } : { topic: id }
}

/** The newest of each kind, and whatever has the typed text in its name. */
function useGroups(typed: string) {
  const { api } = useProject()
  const search = useDebounced(typed.trim(), PAUSE_MS)
  const { data: campaigns } = useInfiniteQuery(campaignListQuery(api))
  const { data: workflows } = useInfiniteQuery(workflowListQuery(api))
  const { data: hits = [] } = useQuery({
    ...searchQuery(api, search),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  })
  const { topics } = useTopics()
  const found = (kind: Kind) =>
    hits.filter((hit) => hit.kind === kind).map(({ id, title }) => ({ id, name: title }))
  const optionsOf = (kind: Kind, records: readonly { id: string; name: string }[]): Option<string>[] => {
    const names = new Map([...records, ...found(kind)].map(({ id, name }) => [id, name]))
    return [...names].map(([id, name]) => ({ value: valueOf(kind, id), label: name }))
  }
  return [
    { label: texts.kinds.campaign, options: optionsOf('campaign', campaigns?.pages[0]?.campaigns ?? []) },
    { label: texts.kinds.workflow, options: optionsOf('workflow', workflows?.pages[0]?.workflows ?? []) },
    {
      label: texts.kinds.topic,
      options: topics.map(({ key, name }) => ({ value: valueOf('topic', key), label: name })),
    },
  ]
}
