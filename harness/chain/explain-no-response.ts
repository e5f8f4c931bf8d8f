import { describeCause } from '../../tools/core/describe-cause.ts'

/**
 * Say why `fetch` has no response, and what to do about it where that follows; what a request holds may be quoted.
 *
 * @param cause - what it threw
 */
export function explainNoResponse(cause: unknown): { readonly found: string; readonly hint?: string } {
  if (cause instanceof Error && cause.name === 'TimeoutError') return { found: 'none' }
  const found = describeCause(cause)
  // https://fetch.spec.whatwg.org/#port-blocking
  if (found !== 'bad port') return { found }
  return {
    found: 'a port that is kept for another protocol, which HTTP clients refuse to ask',
    hint: 'let it be served at another port, e.g. one from 8000 on, and name that',
  }
}
