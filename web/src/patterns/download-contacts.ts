import { exportQuery } from '../api/audience/contacts.ts'
import type { ExportFilter } from '../api/audience/contacts.ts'
import { respond } from '../api/client/client.ts'
import type { ProjectApi } from '../api/client/client.ts'
import { toast } from '../components/overlays/toast.tsx'
import { downloadTexts as texts } from './download-contacts.texts.ts'
import { saveFile } from './save-file.ts'

/** A plain link cannot send the project header. */
export async function downloadContacts({ projectId }: ProjectApi, filter: ExportFilter): Promise<void> {
  try {
    const response = await respond('/contacts/export', { query: exportQuery(filter), projectId })
    saveFile('contacts.csv', await response.blob())
    toast.good(texts.exported)
  } catch (error) {
    toast.error(error)
  }
}
