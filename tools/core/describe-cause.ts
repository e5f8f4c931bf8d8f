import { BaseError, ContractFunctionRevertedError, HttpRequestError, RpcError } from 'viem'
import { attempt } from './attempt.ts'
import { ToolError } from './errors.ts'
import { quoteText } from './quote-text.ts'

/**
 * Say in one line why something failed; a node in its own words, since viem says the same for all that has one code,
 * and its whole message names the node's URL.
 */
export function describeCause(cause: unknown): string {
  // What others throw may be anything, and not even have a text.
  return attempt(() => describe(cause)) ?? `${typeof cause} without a text`
}

function describe(cause: unknown): string {
  if (cause instanceof ToolError) return cause.shortMessage
  if (cause instanceof BaseError) return quoteText(describeRequest(cause))
  return quoteText(cause instanceof Error ? describeError(cause) : String(cause))
}

/** A fetch says only that it failed; of several addresses that were tried there is a code and no message. */
function describeError(cause: Error): string {
  const inner = cause.message === 'fetch failed' && cause.cause instanceof Error ? cause.cause : cause
  return inner.message || String('code' in inner ? inner.code : inner.name)
}

function describeRequest(cause: BaseError): string {
  const [short = ''] = cause.shortMessage.split('\n')
  const [details = ''] = (cause.details ?? '').split('\n')
  if (find(cause, ContractFunctionRevertedError)) return cause.shortMessage
  if (details !== '' && find(cause, RpcError)) return details
  const status = find(cause, HttpRequestError)?.status
  return status === undefined ? short : `${short} Status ${status}${details === '' ? '' : `: ${details}`}`
}

function find<Found extends Error>(
  cause: BaseError,
  kind: abstract new (...args: never[]) => Found,
): Found | undefined {
  const found = cause.walk((error) => error instanceof kind)
  return found instanceof kind ? found : undefined
}
