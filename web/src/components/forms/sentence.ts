/** The messages of the API begin with a verb: "must not be empty". */
export const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`
