/** Runs functions strictly one after another. */
export type Mutex = <T>(body: () => Promise<T>) => Promise<T>

/** Create a mutex; a body that throws does not hold up the next. */
export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  return (body) => {
    const run = tail.then(body, body)
    tail = run.catch(() => undefined)
    return run
  }
}
