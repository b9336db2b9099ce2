/** The states of a contact's subscription, "Subscription" of docs/states.md. */
export const SUBSCRIPTION_STATES = ['NEVER_ASKED', 'PENDING', 'SUBSCRIBED', 'LEFT'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]
