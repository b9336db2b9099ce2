/** The first steps of a project, by who takes them, in the recommended order. */
export const STEPS_OF = {
  marketer: ['verify-domain', 'add-audience', 'create-template', 'send-test', 'send-campaign'],
  developer: ['create-key', 'send-email', 'add-webhook', 'verify-domain', 'set-transport'],
} as const

export const STEPS = [...new Set([...STEPS_OF.marketer, ...STEPS_OF.developer])]
