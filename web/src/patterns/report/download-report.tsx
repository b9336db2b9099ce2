import { Download } from 'lucide-react'
import { readReport } from '../../api/sending/reports.ts'
import { useChange } from '../../app/use-change.ts'
import { Button } from '../../components/forms/button.tsx'
import { saveFile } from '../save-file.ts'
import { reportTexts as texts } from './report.texts.ts'

type DownloadReportProps = {
  /** The name of the file, without its ending. */
  name: string
  path: string
  query?: Record<string, string | undefined>
  size?: 'small' | 'medium'
  label?: string
}

export function DownloadReport({
  name,
  path,
  query,
  size = 'medium',
  label = texts.download,
}: DownloadReportProps) {
  const download = useChange({
    call: (api) => readReport(api, path, query),
    done: texts.downloaded,
    onSuccess: (file) => saveFile(`${name}.csv`, file),
  })
  return (
    <Button size={size} icon={<Download />} isBusy={download.isPending} onClick={() => download.mutate()}>
      {label}
    </Button>
  )
}
