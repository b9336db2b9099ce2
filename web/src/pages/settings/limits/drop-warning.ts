import { dropsHeldEmail } from '../../../../../src/platform/schemas/frequency-cap.schema.ts'
import type { Project } from '../../../api/project/project.ts'
import { limitTexts } from './limits.texts.ts'

/** The words of the API name its fields; these are for people who see the page. */
export const dropWarning = ({
  frequencyCap,
  holdAtMostHours,
}: Pick<Project, 'frequencyCap' | 'holdAtMostHours'>): string | undefined =>
  frequencyCap && dropsHeldEmail({ frequencyCap, holdAtMostHours })
    ? limitTexts.cap.drops(frequencyCap.days, holdAtMostHours)
    : undefined
