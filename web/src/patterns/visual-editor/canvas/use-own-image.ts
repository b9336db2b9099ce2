import { useProject } from '../../../app/use-project.ts'

/** The path of an image that was uploaded here; undefined for others, whose servers would learn that the email was opened. */
export function useOwnImage(src: string): string | undefined {
  const { publicUrl } = useProject().account.instance
  return src.startsWith(`${publicUrl}/i/`) ? src.slice(publicUrl.length) : undefined
}
