import {
  type Address,
  getTypesForEIP712Domain,
  type Hex,
  isHex,
  type LocalAccount,
  numberToHex,
  serializeTypedData,
  type TransactionSerializable,
  type TypedDataDefinition,
} from 'viem'
import { toAccount } from 'viem/accounts'
import type { Clock } from '../../../core/clock.ts'
import { ToolError } from '../../../core/errors.ts'
import { within } from '../../../core/within.ts'
import { assertSigned, type UnsignedTransaction } from '../signed-transaction.ts'
import { findUrlProblem } from './find-url-problem.ts'
import { assertSignedTypedData } from './typed-data-signer.ts'

/** What an HTTP service answered; its body is read as far as it is wanted. */
export interface HttpAnswer {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array>
}

/** A message to an HTTP service. */
export interface HttpMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Post a message and follow no redirect; the signal gives the connection up. */
export type PostMessage = (message: HttpMessage, signal: AbortSignal) => Promise<HttpAnswer>

/** What a remote signer is reached by. */
export interface RemoteSignerOptions {
  /** `https://…`, or `http://` on this machine. */
  readonly url: string
  /** The account whose key the service holds. */
  readonly address: Address
  /** The bearer token; it goes into the header and nowhere else. */
  readonly token?: string
  readonly post: PostMessage
  readonly clock: Pick<Clock, 'setTimer'>
}

/** A viem account whose key a service holds. */
export type RemoteSigner = LocalAccount<'remote'>

/** Longest time for an answer; shorter than what custody gives any signer, so that the connection is given up too. */
export const REMOTE_SIGNER_TIMEOUT_MS = 20_000

/** Longest answer: twice the largest transaction that nodes take (128 KiB in geth's `txMaxSize`), as hex. */
export const REMOTE_ANSWER_BYTES = 524_288

/**
 * Create a viem account over a service that signs: JSON-RPC 2.0 over HTTP, by `eth_signTransaction` and
 * `eth_signTypedData_v4` (https://docs.web3signer.consensys.io/reference/api/json-rpc). Nothing that it answers is
 * believed: a signature must be the account's, over exactly what was asked, in its one canonical form. What it says
 * beside is quoted nowhere.
 *
 * Its methods throw ToolError SIGNER_FAILED, SIGNER_TIMED_OUT, SIGNED_BYTES_DIFFER, SIGNER_WRONG_KEY
 *
 * @throws RangeError for a URL by which a token could leave the machine readably
 */
export function createRemoteSigner(options: RemoteSignerOptions): RemoteSigner {
  const problem = findUrlProblem(options.url)
  if (problem !== undefined) throw new RangeError(`the remote signer's URL: ${problem}`)
  const { address } = options
  const ask = createAsking(options)
  const signTransaction = async (transaction: TransactionSerializable): Promise<Hex> => {
    const wanted = readWhole(transaction)
    const raw = await ask('eth_signTransaction', [describeTransaction(wanted, address)])
    await assertSigned(raw, wanted, address)
    return raw
  }
  const signTypedData = async (typedData: TypedDataDefinition): Promise<Hex> => {
    const signature = await ask('eth_signTypedData_v4', [address, describeTypedData(typedData)])
    assertSignedTypedData(signature, typedData, address)
    return signature
  }
  const account = toAccount({
    address,
    signTransaction: signTransaction as LocalAccount['signTransaction'],
    signTypedData: signTypedData as LocalAccount['signTypedData'],
    async signMessage() {
      throw failed('it signs transactions and typed data only')
    },
  })
  return { ...account, source: 'remote' } as RemoteSigner
}

/** Ask the service, one request at a connection. */
function createAsking({ url, token, post, clock }: RemoteSignerOptions) {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  let asked = 0
  return async (method: string, params: readonly unknown[]): Promise<Hex> => {
    asked += 1
    const id = asked
    const connection = new AbortController()
    const exchange = async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      const answer = await post({ url, headers, body }, connection.signal)
      if (answer.status !== 200) throw failed(`it answered with status ${answer.status}`)
      return readResult(await readBody(answer.body), id)
    }
    const answer = exchange()
    // Whatever comes of it once nobody waits any more.
    answer.catch(() => undefined)
    try {
      const tooLate = () => new ToolError('SIGNER_TIMED_OUT', { timeoutMs: REMOTE_SIGNER_TIMEOUT_MS })
      return await within(clock, REMOTE_SIGNER_TIMEOUT_MS, answer, tooLate)
    } catch (cause) {
      throw cause instanceof ToolError ? cause : failed(`it cannot be reached${describeCode(cause)}`)
    } finally {
      connection.abort()
    }
  }
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > REMOTE_ANSWER_BYTES) throw failed(`it answered more than ${REMOTE_ANSWER_BYTES} bytes`)
    text += decode(() => decoder.decode(chunk, { stream: true }))
  }
  return text + decode(() => decoder.decode())
}

function decode(read: () => string): string {
  try {
    return read()
  } catch {
    throw failed('it answered no text')
  }
}

function readResult(text: string, id: number): Hex {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    throw failed('it answered no JSON')
  }
  const { jsonrpc, id: answered, result, error } = (answer ?? {}) as Readonly<Record<string, unknown>>
  if (jsonrpc !== '2.0') throw failed('it answered no JSON-RPC 2.0')
  if (answered !== id) throw failed('it answered another request')
  if (error !== undefined) throw failed(`it refused${describeCode(error)}`)
  if (!isHex(result)) throw failed('it answered no bytes')
  return result
}

/** A code alone: texts are written by others, may quote the token, and would be read by a model. */
function describeCode(cause: unknown): string {
  const { code } = (cause ?? {}) as { readonly code?: unknown }
  if (Number.isSafeInteger(code)) return ` (code ${code})`
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? ` (${code})` : ''
}

/** A transaction with everything that custody says of one, and nothing else. */
function readWhole(transaction: TransactionSerializable): UnsignedTransaction {
  const { accessList, type, chainId, to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } =
    transaction as Partial<UnsignedTransaction> & { readonly accessList?: readonly unknown[] }
  const wanted = { type, chainId, to, value, data, nonce, gas, maxFeePerGas, maxPriorityFeePerGas }
  const missing = Object.entries(wanted).find(([, member]) => member === undefined || member === null)
  if (missing) throw failed(`it is asked for whole transactions only, without ${missing[0]}`)
  if (type !== 'eip1559' || (accessList?.length ?? 0) > 0) {
    throw failed('it is asked for transactions of EIP-1559 without an access list only')
  }
  return wanted as UnsignedTransaction
}

/** EIP-1559 in JSON-RPC (https://ethereum.github.io/execution-apis). */
const describeTransaction = (wanted: UnsignedTransaction, from: Address) => ({
  from,
  to: wanted.to,
  type: '0x2',
  chainId: numberToHex(wanted.chainId),
  nonce: numberToHex(wanted.nonce),
  value: numberToHex(wanted.value),
  data: wanted.data,
  gas: numberToHex(wanted.gas),
  maxFeePerGas: numberToHex(wanted.maxFeePerGas),
  maxPriorityFeePerGas: numberToHex(wanted.maxPriorityFeePerGas),
})

/** The domain's own struct stands among the types, as services want it (EIP-712, `eth_signTypedData`). */
const describeTypedData = ({ domain, types, primaryType, message }: TypedDataDefinition): string =>
  serializeTypedData<Record<string, unknown>, string>({
    domain: domain ?? {},
    types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...types },
    primaryType,
    message,
  })

const failed = (reason: string) => new ToolError('SIGNER_FAILED', { reason })
