// Limits of fields that several providers have.

export const LONGEST_NAME = 255

/** In base64. The size of a file is checked where it is decoded; the whole body has a limit of its own. */
export const LONGEST_FILE = 16 * 1_048_576
