import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { isReservedDomain, MOST_TRANSPORTS } from '../../../../src/features/domains/domains.values.ts'
import { changeDomain, domainQuery } from '../../api/connections/domains.ts'
import type { Domain } from '../../api/connections/domains.ts'
import { transportListQuery } from '../../api/connections/transports.ts'
import type { Transport } from '../../api/connections/transports.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { useChange } from '../../app/use-change.ts'
import { useProject } from '../../app/use-project.ts'
import { Button, IconButton } from '../../components/forms/button.tsx'
import { Menu, MenuItem } from '../../components/overlays/menu.tsx'
import { Card } from '../../components/page.tsx'
import { useList } from '../../patterns/list/use-list.ts'
import { TransportState } from '../../patterns/transport/transport-state.tsx'
import { transportTexts as texts } from './domains.texts.ts'
import { inOrder, moved } from './transport-order.ts'

/** Names for tests have none: their email always goes to the built-in inbox. */
export function DomainTransports({ domain }: { domain: Domain }) {
  return isReservedDomain(domain.asciiDomain) ? null : <TransportsCard domain={domain} />
}

function TransportsCard({ domain }: { domain: Domain }) {
  const { api, may } = useProject()
  const { rows, total } = useList(transportListQuery(api), 'transports')
  const { order, save } = useOrder(domain)
  const chosen = inOrder(order, rows)
  const others = rows.filter(({ id }) => !order.includes(id))
  const isOwner = may('owner')
  if (total === undefined) return null
  return (
    <Card title={texts.title}>
      {chosen.length === 0 && <Fallback transports={rows} />}
      {chosen.length > 1 && <p className="mb-2 text-sm text-soft">{texts.text}</p>}
      {chosen.length > 0 && <ChosenList chosen={chosen} onChange={isOwner ? save : undefined} />}
      {isOwner && others.length > 0 && order.length < MOST_TRANSPORTS && (
        <div className="mt-3">
          <Menu
            trigger={
              <Button size="small" icon={<Plus />}>
                {texts.add}
              </Button>
            }
          >
            {others.map(({ id, name }) => (
              <MenuItem key={id} onClick={() => save([...order, id])}>
                {name}
              </MenuItem>
            ))}
          </Menu>
        </div>
      )}
    </Card>
  )
}

/**
 * Every change is saved at once. One that follows too soon waits for the answer to the one before, which would undo it on
 * screen.
 */
function useOrder(domain: Domain) {
  const { api } = useProject()
  const [waiting, setWaiting] = useState<string[]>()
  const next = useRef<string[]>(undefined)
  const { isPending, mutate } = useChange({
    call: (_, transports: string[]) => changeDomain(api, domain.id, { transports }),
    record: domainQuery(api, domain.id),
    expected: (transports) => ({ ...domain, transports }),
    done: texts.saved,
    refreshes: ['/domains', '/transports'],
  })
  const wait = (transports: string[] | undefined) => {
    next.current = transports
    setWaiting(transports)
  }
  const saveNext = () => {
    const transports = next.current
    wait(undefined)
    if (transports) mutate(transports, { onSettled: saveNext })
  }
  return {
    order: waiting ?? domain.transports,
    save: (transports: string[]) => {
      wait(transports)
      if (!isPending) saveNext()
    },
  }
}

/** The transport of a domain that names none. */
function Fallback({ transports }: { transports: readonly Transport[] }) {
  const byDefault = transports.find(({ isDefault }) => isDefault)
  if (!byDefault) return <p className="text-sm text-soft">{texts.byServer}</p>
  return (
    <p className="text-sm text-soft">
      {texts.byDefault}{' '}
      <RecordLink kind="transport" id={byDefault.id} className="font-medium text-accent-text underline">
        {byDefault.name}
      </RecordLink>
    </p>
  )
}

type ChosenListProps = {
  chosen: readonly Transport[]
  /** Without it, the list is only read. */
  onChange: ((ids: string[]) => void) | undefined
}

function ChosenList({ chosen, onChange }: ChosenListProps) {
  const ids = chosen.map(({ id }) => id)
  return (
    <ol aria-label={texts.list} className="divide-y divide-line text-sm">
      {chosen.map((transport, index) => (
        <li key={transport.id} className="flex items-center gap-2 py-1.5">
          <span className="tabular w-4 shrink-0 text-soft">{index + 1}</span>
          <span className="flex min-w-0 grow flex-col items-start gap-1">
            <RecordLink
              kind="transport"
              id={transport.id}
              className="max-w-full truncate font-medium hover:underline"
            >
              {transport.name}
            </RecordLink>
            <TransportState of={transport} />
          </span>
          {onChange && (
            <span className="-mr-2 flex shrink-0">
              <IconButton
                label={texts.up(transport.name)}
                disabled={index === 0}
                onClick={() => onChange(moved(ids, index, -1))}
              >
                <ArrowUp />
              </IconButton>
              <IconButton
                label={texts.down(transport.name)}
                disabled={index === ids.length - 1}
                onClick={() => onChange(moved(ids, index, 1))}
              >
                <ArrowDown />
              </IconButton>
              <IconButton
                label={texts.remove(transport.name)}
                onClick={() => onChange(ids.filter((id) => id !== transport.id))}
              >
                <Trash2 />
              </IconButton>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
