import { useProject } from '../../app/use-project.ts'

/** URL prefix of uploaded images, which are shown without asking. */
export const useOwnImages = (): string => `${useProject().account.instance.publicUrl}/i/`
