import { HarnessError } from '../errors.ts'
import { createRedactor } from './create-redactor.ts'
import { explainNoResponse } from './explain-no-response.ts'
import { redactUrl, toBasicCredentials } from './redact-url.ts'

/** What an endpoint answered. */
export interface EndpointAnswer {
  readonly status: number
  readonly body: string
}

/** A JSON-RPC endpoint over HTTP. Nothing that comes out of it holds the key or the password of its URL. */
export interface RpcEndpoint {
  /** Scheme and host, for messages. */
  readonly label: string
  /**
   * Post a JSON-RPC request, or several.
   *
   * @throws HarnessError RPC_UNREACHABLE
   */
  post(body: string, options?: { readonly timeoutMs?: number }): Promise<EndpointAnswer>
}

/**
 * Create an endpoint from a URL, which may carry a key, or a user name and a password.
 *
 * @throws HarnessError BAD_USAGE for anything but an http(s) URL
 */
export function createRpcEndpoint(url: string): RpcEndpoint {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new HarnessError('BAD_USAGE', 'the RPC URL is not an http(s) URL', {
      expected: 'scheme, host and, where the provider wants one, a key',
      found: 'something else',
      hint: 'pass --rpc-url with a full URL',
    })
  }
  const label = redactUrl(url)
  const redact = createRedactor(url)
  const credentials = toBasicCredentials(url)
  const target = new URL(url)
  // fetch refuses URLs that hold them.
  target.username = ''
  target.password = ''
  const headers = {
    'content-type': 'application/json',
    ...(credentials === undefined ? {} : { authorization: `Basic ${credentials}` }),
  }
  return {
    label,
    async post(body, { timeoutMs } = {}) {
      try {
        const response = await fetch(target, {
          method: 'POST',
          headers,
          body,
          ...(timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) }),
        })
        return { status: response.status, body: redactErrors(await response.text(), response.status, redact) }
      } catch (cause) {
        const { found, hint } = explainNoResponse(cause)
        throw new HarnessError('RPC_UNREACHABLE', 'the RPC endpoint does not answer', {
          where: label,
          expected: `an answer${timeoutMs === undefined ? '' : ` within ${timeoutMs} ms`}`,
          // The cause itself may quote the request with all its headers.
          found: redact(found),
          hint: hint ?? 'check URL, key and network, or leave --rpc-url out to use the embedded origin',
        })
      }
    },
  }
}

/** Whether an answer holds results only. */
export const isResult = ({ status, body }: EndpointAnswer): boolean =>
  status === 200 && /^\s*[[{]/.test(body) && body.includes('"result"') && !body.includes('"error"')

/** Providers quote the key in what they refuse; results are left as they are. */
function redactErrors(body: string, status: number, redact: (text: string) => string): string {
  if (isResult({ status, body })) return body
  try {
    const clean = (_: string, value: unknown) => (typeof value === 'string' ? redact(value) : value)
    return JSON.stringify(JSON.parse(body, clean))
  } catch {
    return redact(body)
  }
}
