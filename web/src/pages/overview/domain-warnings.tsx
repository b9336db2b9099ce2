import { Globe } from 'lucide-react'
import type { Overview } from '../../api/overview.ts'
import { RecordLink } from '../../app/record-link.tsx'
import { buttonClass } from '../../components/forms/button.tsx'
import { overview } from './overview.texts.ts'

const { domains: texts } = overview

/** Domains that cannot send, or soon cannot. */
export function DomainWarnings({ domains }: { domains: Overview['troubledDomains'] }) {
  if (domains.length === 0) return null
  return (
    <section
      aria-label={texts.title}
      className="overflow-hidden rounded-xl border border-line bg-warn-soft text-sm text-warn"
    >
      <h2 className="flex items-center gap-2.5 px-4 pt-3 font-semibold">
        <Globe className="size-4 shrink-0" aria-hidden />
        {texts.title}
      </h2>
      <ul className="px-4 pb-2">
        {domains.map(({ id, domain, status, warning }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
            <span className="font-medium break-all">{domain}</span>
            <span className="min-w-0 grow">{warning ?? texts.states[status]}</span>
            <RecordLink
              kind="domain"
              id={id}
              aria-label={`${texts.open} ${domain}`}
              className={buttonClass({ size: 'small' })}
            >
              {texts.open}
            </RecordLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
