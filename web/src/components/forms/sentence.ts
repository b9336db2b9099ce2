/** Messages of the API begin in lower case: "must not be empty". */
export const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}`
