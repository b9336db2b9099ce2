export { createConfirmations } from './request-confirmation.service.ts'
export type { Confirmations } from './request-confirmation.service.ts'
export { createSignUp } from './sign-up.service.ts'
export type { SignUp, SignUpInput, SignUpResult } from './sign-up.service.ts'
