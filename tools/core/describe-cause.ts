import { BaseError, ContractFunctionRevertedError, HttpRequestError, RpcError } from 'viem'
import { ToolError } from './errors.ts'

/**
 * Say in one line why something failed; a node in its own words, since viem says the same for all that has one code,
 * and its whole message names the node's URL.
 */
export function describeCause(cause: unknown): string {
  if (cause instanceof ToolError) return cause.shortMessage
  if (cause instanceof BaseError) return describeRequest(cause)
  return cause instanceof Error ? cause.message : String(cause)
}

function describeRequest(cause: BaseError): string {
  const [short = ''] = cause.shortMessage.split('\n')
  const [details = ''] = (cause.details ?? '').split('\n')
  if (find(cause, ContractFunctionRevertedError)) return cause.shortMessage.replaceAll('\n', ' ')
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
