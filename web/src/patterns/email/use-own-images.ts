import { useProject } from '../../app/use-project.ts'

/** How the addresses of uploaded images begin: those are shown without asking. */
export const useOwnImages = (): string => `${useProject().account.instance.publicUrl}/i/`
