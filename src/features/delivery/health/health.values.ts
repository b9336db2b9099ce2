/** Gmail and Yahoo ask bulk senders to stay below 0.1 % complaints, and reject their email from 0.3 % on. */
export const HEALTH_LIMITS = {
  bounces: { warning: 0.02, pause: 0.05 },
  complaints: { warning: 0.001, pause: 0.003 },
}
