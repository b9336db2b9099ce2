import type { Domain, DomainRecord } from '../../api/connections/domains.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Card } from '../../components/page.tsx'
import { RecordStatus } from './domain-status.tsx'
import { domains } from './domains.texts.ts'
import { shortName } from './zone-file.ts'
import { RECORD_PURPOSES } from '../../../../src/features/domains/domains.values.ts'

const { detail: texts } = domains

export function RecordGroups({ domain }: { domain: Domain }) {
  return RECORD_PURPOSES.map((purpose) => {
    const records = domain.records.filter((record) => record.purpose === purpose)
    if (records.length === 0) return null
    const isRequired = records.some(({ required }) => required)
    return (
      <Card
        key={purpose}
        title={texts.purposes[purpose]}
        actions={
          <Badge tone={isRequired ? 'accent' : 'neutral'}>
            {isRequired ? texts.required : texts.recommended}
          </Badge>
        }
      >
        <p className="text-sm text-soft">{texts.why[purpose]}</p>
        <ul className="mt-3 flex flex-col gap-3">
          {records.map((record) => (
            <RecordRow key={`${record.type} ${record.name}`} domain={domain} record={record} />
          ))}
        </ul>
      </Card>
    )
  })
}

function RecordRow({ domain, record }: { domain: Domain; record: DomainRecord }) {
  const short = shortName(record, domain)
  return (
    <li className="rounded-lg border border-line bg-sunken p-3">
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-xs font-semibold">{record.type}</code>
        <RecordStatus status={record.status} />
        {record.keyState && <Badge>{texts.keyStates[record.keyState]}</Badge>}
        <span className="tabular ml-auto text-xs text-soft">
          {record.priority !== undefined && `${texts.priority} ${record.priority} · `}
          {texts.ttl} {texts.seconds(record.ttl)}
        </span>
      </div>
      <dl className="mt-2 flex flex-col gap-1 text-xs">
        <Part name={texts.name} text={record.name} label={texts.copyName(record.type, record.name)} />
        {short !== record.name && (
          <Part name="" text={short} label={texts.copyShort(record.type, record.name)} note={texts.short} />
        )}
        <Part name={texts.value} text={record.value} label={texts.copyValue(record.type, record.name)} />
        {record.status === 'mismatch' &&
          record.found.map((found) => (
            <div key={found} className="flex gap-3 py-1 text-bad">
              <dt className="w-24 shrink-0 font-medium">{texts.found}</dt>
              <dd className="min-w-0 font-mono break-all">{found}</dd>
            </div>
          ))}
      </dl>
      {record.detail !== null && <p className="mt-2 text-xs text-soft">{record.detail}</p>}
    </li>
  )
}

function Part({ name, text, label, note }: { name: string; text: string; label: string; note?: string }) {
  return (
    <div className="flex items-start gap-3">
      <dt className="w-24 shrink-0 py-2 text-soft">{name}</dt>
      <dd className="flex min-w-0 grow items-start gap-1">
        <span className="min-w-0 grow py-2">
          {note !== undefined && <span className="text-soft">{note} </span>}
          <code className="font-mono break-all">{text}</code>
        </span>
        <CopyButton text={text} label={label} />
      </dd>
    </div>
  )
}
