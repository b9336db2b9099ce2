export const transportTexts = {
  states: { working: 'Working', failing: 'Failing' },
  default: 'Default',
}
