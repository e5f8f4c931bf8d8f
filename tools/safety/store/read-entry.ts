/** Read the body of an entry of the log; undefined when it is no object of JSON, as none that the store wrote is. */
export function readEntry<Body extends object>(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text)
    return body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as Body) : undefined
  } catch {
    return undefined
  }
}
