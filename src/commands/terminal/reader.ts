import { terminal } from '../../platform/terminal.ts'

/** False once nobody reads standard output any more, such as `head` that has its lines. */
export const hasReader = async (): Promise<boolean> => (await terminal.failure()) === undefined
