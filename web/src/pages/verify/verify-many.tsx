import { Download } from 'lucide-react'
import type { Outcome } from '../../api/client/each.ts'
import { verifyAddress } from '../../api/audience/verify.ts'
import type { Verification } from '../../api/audience/verify.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { formatCount } from '../../format/number.ts'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { AddressesField } from '../../patterns/addresses/addresses-field.tsx'
import { useEachAddress } from '../../patterns/addresses/use-each-address.ts'
import { usePastedAddresses } from '../../patterns/addresses/use-pasted-addresses.ts'
import { saveFile } from '../../patterns/save-file.ts'
import { verify } from './verify.texts.ts'
import { Badge } from '../../components/notices/badge.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { columnsOf } from '../../components/tables/columns-of.ts'
import type { PlainColumn } from '../../components/tables/plain-table.tsx'
import { flagsOf } from './verify-flags.ts'

const texts = verify.many

// Each may wait seconds for DNS. Larger lists should use the API.
const MAX_ADDRESSES = 500

export function VerifyMany() {
  const { api, may } = useProject()
  const pasted = usePastedAddresses({ max: MAX_ADDRESSES, tooMany: texts.tooMany, includesInvalid: true })
  const { run, done, stop } = useEachAddress({ call: (email) => verifyAddress(api, email) })
  const total = pasted.addresses.length
  const isAllowed = may('member')
  const isReady = isAllowed && total > 0 && pasted.problem === undefined
  return (
    <>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (isReady) run.mutate(pasted.addresses)
          }}
        >
          <AddressesField
            pasted={pasted}
            progress={run.isPending ? { label: texts.progress, done, total } : undefined}
            isDisabled={!isAllowed || run.isPending}
          />
          <div className="mt-4 flex justify-end gap-2">
            {run.isPending && <Button onClick={stop}>{texts.stop}</Button>}
            <Button type="submit" look="primary" isBusy={run.isPending} disabled={!isReady}>
              {total === 0 ? texts.checkNone : texts.check(total)}
            </Button>
          </div>
        </form>
      </Card>
      {run.data && <Results outcomes={run.data} />}
    </>
  )
}

function Results({ outcomes }: { outcomes: Outcome<Verification>[] }) {
  const valid = outcomes.filter((outcome) => 'value' in outcome && outcome.value.valid).length
  return (
    <Card
      title={texts.results}
      isFlush
      actions={
        <Button size="small" icon={<Download />} onClick={() => void downloadResults(outcomes)}>
          {texts.download}
        </Button>
      }
    >
      <p role="status" className="px-4 pb-2 text-sm text-soft">
        {texts.summary(formatCount(valid), formatCount(outcomes.length - valid))}
      </p>
      <PlainTable label={texts.results} columns={RESULT_COLUMNS} rows={outcomes} idOf={({ item }) => item} />
    </Card>
  )
}

/** One column per flag; cells that a spreadsheet would run as a formula are escaped. */
async function downloadResults(outcomes: readonly Outcome<Verification>[]): Promise<void> {
  const { unparse } = await import('papaparse')
  const rows = outcomes.map((outcome) =>
    'value' in outcome
      ? { ...outcome.value, reasons: outcome.value.reasons.join(' ') }
      : { email: outcome.item },
  )
  saveFile('verified.csv', unparse(rows, { escapeFormulae: true }))
}

type Row = Outcome<Verification>

function Verdict({ of: row }: { of: Row }) {
  if (!('value' in row)) return <Badge>{texts.failed}</Badge>
  return row.value.valid ? <Badge tone="good">{texts.good}</Badge> : <Badge tone="bad">{texts.bad}</Badge>
}

function Notes({ of: row }: { of: Row }) {
  if (!('value' in row)) {
    return <span className="text-soft">{row.error instanceof Error ? row.error.message : ''}</span>
  }
  return (
    <span className="flex flex-wrap gap-1">
      {flagsOf(row.value)
        .filter(({ isAgainst }) => isAgainst)
        .map(({ flag, isSet, tone }) => (
          <span key={flag} title={isSet ? verify.flags[flag].yes : verify.flags[flag].no}>
            <Badge tone={tone}>
              {verify.flags[flag].name}
              {!isSet && `: ${verify.no.toLowerCase()}`}
            </Badge>
          </span>
        ))}
    </span>
  )
}

const RESULT_COLUMNS: PlainColumn<Row>[] = columnsOf(texts.columns, {
  email: {
    cell: ({ item }) => (
      <span className="block max-w-72 truncate font-medium" title={item}>
        {item}
      </span>
    ),
  },
  verdict: { cell: (row) => <Verdict of={row} /> },
  notes: { cell: (row) => <Notes of={row} /> },
  suggestion: {
    cell: (row) =>
      'value' in row &&
      row.value.suggestion !== null && (
        <span className="flex items-center gap-1">
          {row.value.suggestion}
          <CopyButton text={row.value.suggestion} label={verify.suggestion} />
        </span>
      ),
  },
})
