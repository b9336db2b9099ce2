import { RefreshCw, Trash2 } from 'lucide-react'
import type { Key } from '../../api/project/keys.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { Button } from '../../components/forms/button.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { DayTime, Time } from '../../format/time.tsx'
import { keys as texts } from './keys.texts.ts'

type Actions = { isAllowed: boolean; onRotate: (key: Key) => void; onRevoke: (key: Key) => void }

/** The whole key is not stored anywhere. */
const masked = ({ prefix, lastFour }: Key): string => `${prefix}…${lastFour}`

const isExpired = ({ expiresAt }: Key): boolean => expiresAt !== null && Date.parse(expiresAt) <= Date.now()

function KeyName({ of: key }: { of: Key }) {
  return (
    <div className="min-w-32">
      <p className="flex items-center gap-2">
        <span className="max-w-56 truncate font-medium" title={key.name}>
          {key.name}
        </span>
        <Badge tone={key.kind === 'secret' ? 'warn' : 'good'}>{texts.kinds[key.kind]}</Badge>
      </p>
      {key.expiresAt !== null && (
        <p className="mt-0.5 text-xs text-soft">
          {isExpired(key) ? texts.expired : texts.expires} <DayTime at={key.expiresAt} />
        </p>
      )}
    </div>
  )
}

function KeyActions({ of: key, isAllowed, onRotate, onRevoke }: Actions & { of: Key }) {
  return (
    <span className="flex justify-end gap-1.5">
      <Button
        size="small"
        icon={<RefreshCw />}
        disabled={!isAllowed || isExpired(key)}
        aria-label={texts.rotateOne(key.name)}
        onClick={() => onRotate(key)}
      >
        {texts.rotate}
      </Button>
      <Button
        size="small"
        look="danger"
        icon={<Trash2 />}
        disabled={!isAllowed}
        aria-label={texts.revokeOne(key.name)}
        onClick={() => onRevoke(key)}
      >
        {texts.revoke}
      </Button>
    </span>
  )
}

export function keyColumns(actions: Actions): PlainColumn<Key>[] {
  const { columns } = texts
  return columnsOf(columns, {
    name: { sort: 'name', cell: (key) => <KeyName of={key} /> },
    key: {
      cell: (key) => <code className="font-mono text-xs whitespace-nowrap text-soft">{masked(key)}</code>,
    },
    scopes: {
      cell: (key) => (
        <span className="whitespace-nowrap text-soft">
          {key.scopes.map((scope) => texts.scopes[scope] ?? scope).join(', ')}
        </span>
      ),
    },
    lastUsed: {
      isSoft: true,
      cell: ({ lastUsedAt }) => (lastUsedAt === null ? texts.neverUsed : <Time at={lastUsedAt} />),
    },
    created: {
      sort: 'createdAt',
      cell: ({ createdAt, createdBy }) => (
        <span className="inline-block max-w-48 truncate text-soft">
          <DayTime at={createdAt} />
          <span className="block truncate text-xs">{texts.createdBy(createdBy ?? texts.commandLine)}</span>
        </span>
      ),
    },
    actions: { isQuiet: true, cell: (key) => <KeyActions of={key} {...actions} /> },
  })
}
