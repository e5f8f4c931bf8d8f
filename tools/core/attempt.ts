/** Answer what a function does; undefined when it throws, for where that is no more than not known. */
export function attempt<T>(body: () => T): T | undefined {
  try {
    return body()
  } catch {
    return undefined
  }
}
