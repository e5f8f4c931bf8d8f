/** Let everything go on that waits for nothing outside: promises are done before the event loop turns. */
export const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
