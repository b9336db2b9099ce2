export { requireSender } from './sender.service.ts'
export type { Sender } from './sender.service.ts'
export { loadSigningKey } from './signing-key.service.ts'
export type { SigningKey } from './signing-key.service.ts'
