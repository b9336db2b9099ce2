import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useProject } from '../../app/use-project.ts'
import { buttonClass } from '../../components/forms/button.tsx'
import { classes } from '../../components/classes.ts'
import { Page, PageBody } from '../../components/page.tsx'
import { curlTexts } from '../../patterns/curl/curl.texts.ts'
import { ShowAsCurl } from '../../patterns/curl/show-as-curl.tsx'
import { RoleNotice } from '../../patterns/role/role-notice.tsx'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { FileStep } from './file-step.tsx'
import { imports as texts } from './import.texts.ts'
import { ImportRun } from './import-run.tsx'
import type { ReadFile } from './read-file.ts'

const route = getRouteApi('/signed-in/app/p/$projectId/contacts/import')

const STEPS = ['file', 'columns', 'check', 'run'] as const
type Step = (typeof STEPS)[number]

export function ImportPage() {
  const { project, may } = useProject()
  const { job } = route.useSearch()
  const setSearch = route.useNavigate()
  const [file, setFile] = useState<ReadFile>()
  const [isChecking, setIsChecking] = useState(false)
  const chosen: Step = !file ? 'file' : isChecking ? 'check' : 'columns'
  const step: Step = job === undefined ? chosen : 'run'
  const restart = () => {
    setFile(undefined)
    setIsChecking(false)
    void setSearch({ search: {} })
  }
  return (
    <Page
      title={texts.title}
      subtitle={step === 'run' ? undefined : file?.name}
      actions={
        <>
          <ShowAsCurl
            calls={[
              {
                name: curlTexts.names.import,
                path: '/contacts/import',
                method: 'POST',
                file: 'contacts.csv',
              },
            ]}
          />
          <Link to="/app/p/$projectId/contacts" params={{ projectId: project.id }} className={buttonClass()}>
            {texts.toContacts}
          </Link>
        </>
      }
    >
      <StepList current={step} />
      <PageBody>
        <RoleNotice needs="member" />
        {step === 'file' && may('member') && <FileStep onFile={setFile} />}
        {step === 'columns' && file && (
          <ColumnsStep
            file={file}
            onChange={setFile}
            onBack={() => setFile(undefined)}
            onNext={() => setIsChecking(true)}
          />
        )}
        {step === 'check' && file && (
          <CheckStep
            file={file}
            onBack={() => setIsChecking(false)}
            onStarted={(jobId) => void setSearch({ search: { job: jobId } })}
          />
        )}
        {job !== undefined && <ImportRun jobId={job} onRestart={restart} />}
      </PageBody>
    </Page>
  )
}

function StepList({ current }: { current: Step }) {
  const at = STEPS.indexOf(current)
  return (
    <ol
      aria-label={texts.stepsLabel}
      className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b border-line bg-panel px-5 py-2.5 text-sm"
    >
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className={classes('flex items-center gap-2', index === at ? 'font-medium' : 'text-soft')}
        >
          <span
            aria-hidden
            className={classes(
              'tabular flex size-5 items-center justify-center rounded-full text-xs font-semibold',
              index <= at ? 'bg-accent text-on-accent' : 'bg-neutral-soft text-soft',
            )}
          >
            {index + 1}
          </span>
          {texts.steps[step]}
        </li>
      ))}
    </ol>
  )
}
