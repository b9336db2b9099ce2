export const goalTexts = {
  conversions: 'Reached the goal',
  events: 'How often in all',
  value: 'Sum of the value',
}
