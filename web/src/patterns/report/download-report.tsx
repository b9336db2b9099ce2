import { Download } from 'lucide-react'
import { readReport } from '../../api/sending/reports.ts'
import { useChange } from '../../app/use-change.ts'
import { Button } from '../../components/forms/button.tsx'
import { saveFile } from '../save-file.ts'
import { reportTexts as texts } from './report.texts.ts'

type DownloadReportProps = { kind: 'campaign' | 'workflow'; id: string }

export function DownloadReport({ kind, id }: DownloadReportProps) {
  const download = useChange({
    call: (api) => readReport(api, `/${kind}s/${id}/report`),
    done: texts.downloaded,
    onSuccess: (file) => saveFile(`${kind}-${id}.csv`, file),
  })
  return (
    <Button icon={<Download />} isBusy={download.isPending} onClick={() => download.mutate()}>
      {texts.download}
    </Button>
  )
}
