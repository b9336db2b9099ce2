import type { z } from 'zod'
import type { Image } from '../../../../src/features/images/images.schema.ts'
import type { ProjectApi } from '../client/client.ts'

export function uploadImage(api: ProjectApi, file: File): Promise<z.infer<typeof Image>> {
  const form = new FormData()
  form.append('name', file.name)
  form.append('file', file)
  return api.post('/images', form)
}
