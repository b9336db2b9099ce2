import { ExternalLink } from 'lucide-react'
import type { CheckResult } from '../../api/connections/checks.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { buttonClass } from '../../components/forms/button.tsx'
import { Time } from '../../format/time.tsx'
import { CheckStateBadge } from './check-state.tsx'
import { checkTexts as texts } from './checks.texts.ts'

export function CheckRow({ result }: { result: CheckResult }) {
  const { kind, subject, state, found, remedy, since } = result
  return (
    <li className="px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        <span className="font-medium">{texts.kinds[kind]}</span>
        {subject !== '' && <code className="font-mono text-xs break-all text-soft">{subject}</code>}
        <CheckStateBadge state={state} />
        <span className="ml-auto text-xs text-soft">
          {texts.since} <Time at={since} />
        </span>
      </p>
      <p className="mt-1 text-sm break-words text-soft">{found}</p>
      {remedy && <RemedyBox remedy={remedy} />}
    </li>
  )
}

function RemedyBox({ remedy }: { remedy: NonNullable<CheckResult['remedy']> }) {
  const { text, record, command, page } = remedy
  return (
    <div className="mt-2 rounded-lg border border-line bg-sunken p-3 text-xs">
      <p className="font-semibold">{texts.remedy}</p>
      <p className="mt-0.5 break-words">{text}</p>
      {record && (
        <dl className="mt-2 flex flex-col gap-1">
          <Part
            name={`${record.type} · ${texts.name}`}
            text={record.name}
            label={texts.copyName(record.name)}
          />
          <Part name={texts.value} text={record.value} label={texts.copyValue(record.name)} />
        </dl>
      )}
      {command !== null && (
        <p className="mt-2 flex items-start gap-1">
          <code className="min-w-0 grow py-2 font-mono break-all">{command}</code>
          <CopyButton text={command} label={texts.copyCommand} />
        </p>
      )}
      {page !== null && (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <a href={page} target="_blank" rel="noreferrer" className={buttonClass({ size: 'small' })}>
            <ExternalLink aria-hidden />
            {texts.open}
          </a>
          <code className="min-w-0 font-mono break-all text-soft">{page}</code>
        </p>
      )}
    </div>
  )
}

function Part({ name, text, label }: { name: string; text: string; label: string }) {
  return (
    <div className="flex items-start gap-3">
      <dt className="w-24 shrink-0 py-2 text-soft">{name}</dt>
      <dd className="flex min-w-0 grow items-start gap-1">
        <code className="min-w-0 grow py-2 font-mono break-all">{text}</code>
        <CopyButton text={text} label={label} />
      </dd>
    </div>
  )
}
