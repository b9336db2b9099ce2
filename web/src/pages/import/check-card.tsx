import { ErrorNotice } from '../../components/notices/error-notice.tsx'
import { formatCount } from '../../format/number.ts'
import { Card } from '../../components/page.tsx'
import { imports } from './import.texts.ts'
import { MAX_CHECKED_ROWS } from './read-file.ts'
import type { FileCheck } from './read-file.ts'

const texts = imports.check

const FIGURES = ['rows', 'valid', 'invalid', 'duplicates'] as const

/** The result of checking the file in the browser. */
export function CheckCard({ check, error }: { check: FileCheck | undefined; error: unknown }) {
  return (
    <Card title={texts.title}>
      <div role="status">
        {!check && !error && <p className="text-sm text-soft">{texts.checking}</p>}
        {check && (
          <dl className="grid grid-cols-2 gap-3">
            {FIGURES.map((name) => (
              <div key={name} className="rounded-lg border border-line px-3 py-2">
                <dt className="text-xs text-soft">{texts[name]}</dt>
                <dd className="tabular text-lg font-semibold">{formatCount(check[name])}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {error !== null && error !== undefined && <ErrorNotice error={error} />}
      {check && <Notes of={check} />}
    </Card>
  )
}

function Notes({ of: check }: { of: FileCheck }) {
  return (
    <div className="mt-3 flex flex-col gap-1 text-sm text-soft">
      {!check.isWhole && <p>{texts.onlyFirst(formatCount(MAX_CHECKED_ROWS))}</p>}
      {check.duplicates > 0 && <p>{texts.duplicateNote}</p>}
      {check.invalid > 0 && (
        <>
          <p>{texts.invalidNote}</p>
          <h3 className="mt-2 text-xs font-medium">{texts.first}</h3>
          <ul className="list-disc pl-5 text-xs">
            {check.problems.map(({ row, message }) => (
              <li key={row}>{texts.row(formatCount(row), message)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
