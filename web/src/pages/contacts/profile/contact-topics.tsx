// The topics of a contact: whether it is in each of them, and why.
import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { changeContact, contactQuery, topicTimesQuery } from '../../../api/audience/contacts.ts'
import type { Contact, TopicTimes } from '../../../api/audience/contacts.ts'
import type { Topic } from '../../../api/audience/topics.ts'
import { useChange } from '../../../app/use-change.ts'
import { useProject } from '../../../app/use-project.ts'
import { IconButton } from '../../../components/forms/button.tsx'
import { Switch } from '../../../components/forms/checkbox.tsx'
import { Card } from '../../../components/page.tsx'
import { Time } from '../../../format/time.tsx'
import { SettingsLink } from '../../../patterns/topics/settings-link.tsx'
import { useTopics } from '../../../patterns/topics/use-topics.ts'
import { contacts } from '../contacts.texts.ts'
import { membershipOf } from './topic-membership.ts'
import type { TopicMembership } from './topic-membership.ts'

const { topics: texts } = contacts.detail

export function ContactTopics({ contact }: { contact: Contact }) {
  const { api, may } = useProject()
  const { topics, isLoaded } = useTopics()
  const hasChosen = Object.keys(contact.topics).length > 0
  const { data: times } = useQuery({ ...topicTimesQuery(api, contact.id), enabled: hasChosen })
  const change = useChange({
    call: (_, choices: Record<string, boolean | null>) => changeContact(api, contact.id, { topics: choices }),
    record: contactQuery(api, contact.id),
    expected: (choices) => ({ ...contact, topics: withChoices(contact.topics, choices) }),
    refreshes: ['/contacts', '/topics'],
  })
  return (
    <Card title={texts.title}>
      {isLoaded && topics.length === 0 && (
        <p className="text-sm text-soft">
          {texts.none} {may('member') && <SettingsLink>{texts.create}</SettingsLink>}
        </p>
      )}
      {topics.length > 0 && !contact.subscribed && (
        <p className="pb-2 text-sm text-warn">{texts.notSubscribed}</p>
      )}
      <ul className="divide-y divide-line">
        {topics.map((topic) => (
          <TopicRow
            key={topic.id}
            topic={topic}
            membership={membershipOf(topic, contact)}
            times={times?.get(topic.key)}
            onChange={may('member') ? (choice) => change.mutate({ [topic.key]: choice }) : undefined}
          />
        ))}
      </ul>
    </Card>
  )
}

/** null forgets a choice. */
function withChoices(before: Contact['topics'], choices: Record<string, boolean | null>): Contact['topics'] {
  const entries = Object.entries({ ...before, ...choices })
  return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => entry[1] !== null))
}

type TopicRowProps = {
  topic: Topic
  membership: TopicMembership
  times: ReturnType<TopicTimes['get']>
  /** Undefined for roles that may only look. */
  onChange: ((choice: boolean | null) => void) | undefined
}

function TopicRow({ topic: { name, isPublic }, membership: { isIn, why }, times, onChange }: TopicRowProps) {
  const isChoice = why === 'chosen' || why === 'left'
  const since = isChoice ? times?.[isIn ? 'joined' : 'left'] : undefined
  return (
    <li className="flex min-h-11 items-center gap-2 py-1.5">
      <div className="min-w-0 grow">
        <p aria-hidden className="truncate text-sm font-medium" title={name}>
          {name}
        </p>
        <p className="text-xs text-soft">
          {texts.reasons[why]}
          {since !== undefined && (
            <>
              {' · '}
              <Time at={since} />
            </>
          )}
          {!isPublic && ` · ${texts.private}`}
        </p>
      </div>
      {isChoice && onChange && (
        <IconButton label={texts.forgetOne(name)} onClick={() => onChange(null)}>
          <RotateCcw />
        </IconButton>
      )}
      <Switch
        label={texts.switch(name)}
        isOn={isIn}
        isDisabled={!onChange}
        onChange={(isOn) => onChange?.(isOn)}
      />
    </li>
  )
}
