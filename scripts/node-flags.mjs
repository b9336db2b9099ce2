/**
 * What Node is given when it runs the program. On two cores a busy main thread took 82 MB for young objects, of which it
 * used 9; with half-spaces of 8 MB it takes 14. In `package.json` they stand once more, since npm cannot import.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8']
