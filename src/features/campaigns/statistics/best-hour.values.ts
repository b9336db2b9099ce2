// With fewer emails in a group, only enormous differences can be told from chance, and "no difference" would be read as an answer.
export const LEAST_OF_EACH = 100
