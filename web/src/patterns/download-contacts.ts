import type { ContactFilter } from '../../api/contacts.ts'
import { respond } from '../../api/client.ts'
import type { ProjectApi } from '../../api/client.ts'
import { toast } from '../../components/overlays/toast.tsx'
import { saveFile } from '../../patterns/save-file.ts'
import { contacts as texts } from './contacts.texts.ts'

/** As a file: a plain link cannot name the project in a header. */
export async function downloadContacts(
  { projectId }: ProjectApi,
  { search, subscribed }: ContactFilter,
): Promise<void> {
  try {
    const response = await respond('/contacts/export', { query: { search, subscribed }, projectId })
    saveFile('contacts.csv', await response.blob())
    toast.good(texts.exported)
  } catch (error) {
    toast.error(error)
  }
}
