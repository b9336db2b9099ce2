import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { forEach } from '../../api/each.ts'
import type { Outcome } from '../../api/each.ts'
import { verifyAddress } from '../../api/verify.ts'
import type { Verification } from '../../api/verify.ts'
import { useProject } from '../../app/use-project.ts'
import { Button } from '../../components/forms/button.tsx'
import { TextArea } from '../../components/forms/field.tsx'
import { formatCount } from '../../components/number.ts'
import { Card } from '../../components/page.tsx'
import { PlainTable } from '../../components/tables/plain-table.tsx'
import { Progress } from '../../components/notices/progress.tsx'
import { readAddresses } from '../../patterns/pasted-addresses.ts'
import { RESULT_COLUMNS } from './verify-columns.tsx'
import { downloadResults } from './verify-download.ts'
import { verify } from './verify.texts.ts'

const texts = verify.many

// Each may wait seconds for DNS. Whole lists are checked by the API, from a server.
const MOST_ADDRESSES = 500
const MOST_CHARACTERS = 100_000

export function VerifyMany() {
  const { may } = useProject()
  const [text, setText] = useState('')
  // What is wrong with a word is for the server to say, so those are asked, too.
  const items = useMemo(() => {
    const { addresses, wrong } = readAddresses(text)
    return [...addresses, ...wrong]
  }, [text])
  const { check, done, stop } = useCheck()
  const total = items.length
  const isTooMany = total > MOST_ADDRESSES
  return (
    <>
      <Card>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            check.mutate(items)
          }}
        >
          <TextArea
            label={texts.addresses}
            hint={total > 0 ? texts.found(formatCount(total)) : texts.hint}
            error={isTooMany ? texts.tooMany(formatCount(MOST_ADDRESSES)) : undefined}
            rows={8}
            value={text}
            maxLength={MOST_CHARACTERS}
            spellCheck={false}
            disabled={!may('member') || check.isPending}
            onChange={({ target }) => setText(target.value)}
          />
          {check.isPending && (
            <div className="mt-4">
              <Progress label={texts.progress} done={done} total={total} />
              <p role="status" className="tabular mt-1.5 text-xs text-soft">
                {texts.running(formatCount(done), formatCount(total))}
              </p>
            </div>
          )}
          <div className="mt-4 flex justify-end gap-2">
            {check.isPending && <Button onClick={stop}>{texts.stop}</Button>}
            <Button
              type="submit"
              look="primary"
              isBusy={check.isPending}
              disabled={!may('member') || total === 0 || isTooMany}
            >
              {total === 0 ? texts.checkNone : texts.check(formatCount(total))}
            </Button>
          </div>
        </form>
      </Card>
      {check.data && <Results outcomes={check.data} />}
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

function useCheck() {
  const { api } = useProject()
  const [done, setDone] = useState(0)
  const stopper = useRef<AbortController>(undefined)
  const check = useMutation({
    mutationFn: (items: string[]) => {
      stopper.current = new AbortController()
      setDone(0)
      return forEach(items, (email) => verifyAddress(api, email), {
        signal: stopper.current.signal,
        onProgress: setDone,
      })
    },
  })
  return { check, done, stop: () => stopper.current?.abort() }
}
