import type { Address, Hex } from 'viem'
import type { AddressBook } from '../../tools/core/address-book.ts'
import { createRpcEndpoint, type RpcEndpoint } from '../chain/rpc-endpoint.ts'
import { HarnessError } from '../errors.ts'
import { compileContracts } from './compile.ts'
import { EMBEDDED_BOOK } from './embedded-book.ts'
import { listContracts } from './find-contract.ts'
import { MAINNET_BOOK } from './mainnet-book.ts'
import type { OriginHead } from './origin.ts'
import { hashWorld } from './world-hash.ts'

/** A chain of the user's, at one block. */
export interface CustomOrigin {
  /** SHA-256 over chain, block and the harness' world. */
  readonly contentHash: string
  readonly book: AddressBook
  readonly head: OriginHead
  /** May hold an API key: do not print or record it. */
  readonly url: string
}

/** Options of {@link openCustomOrigin}. */
export interface CustomOriginOptions {
  readonly rpcUrl: string
  readonly blockNumber: bigint
  /** For each request; 15 s by default. */
  readonly timeoutMs?: number
}

const BOOKS: readonly AddressBook[] = [MAINNET_BOOK, EMBEDDED_BOOK]

/**
 * Check a user's RPC endpoint and block, and find the address book of its chain.
 *
 * @throws HarnessError BAD_USAGE (URL or block), RPC_UNREACHABLE (no answer), RPC_ERROR (the node refuses),
 *   CHAIN_MISMATCH (a chain without address book, or without its contracts)
 * @example await openCustomOrigin({ rpcUrl: 'https://eth.example.org', blockNumber: 21_000_000n })
 */
export async function openCustomOrigin(options: CustomOriginOptions): Promise<CustomOrigin> {
  const { rpcUrl, blockNumber } = options
  const endpoint = createRpcEndpoint(rpcUrl)
  const request = createRequester(endpoint, options.timeoutMs ?? 15_000)
  const chainId = Number(await request<Hex>('eth_chainId', []))
  const book = findBook(chainId)
  if (book === undefined) {
    throw new HarnessError('CHAIN_MISMATCH', `chain ${chainId} is not supported`, {
      where: endpoint.label,
      expected: `chain ${BOOKS.map((known) => known.chainId).join(' or ')}`,
      found: `chain ${chainId}`,
      hint: 'pass the RPC URL of a supported chain, or none to use the embedded origin',
    })
  }
  const tag: Hex = `0x${blockNumber.toString(16)}`
  const block = await request<{ hash: Hex; timestamp: Hex } | null>('eth_getBlockByNumber', [tag, false])
  if (block === null) {
    const latest = BigInt(await request<Hex>('eth_blockNumber', []))
    throw new HarnessError('BAD_USAGE', `block ${blockNumber} does not exist`, {
      where: endpoint.label,
      expected: `a block up to ${latest}`,
      found: `block ${blockNumber}`,
      hint: `pass --fork-block-number ${latest} or lower`,
    })
  }
  await checkContracts(request, book, tag, endpoint.label)
  const contentHash = await hashCustomWorld(book, block.hash)
  const head = { number: Number(blockNumber), hash: block.hash, timestampSeconds: Number(block.timestamp) }
  return { contentHash, book, head, url: rpcUrl }
}

/** Hash the harness' world on a block of a chain. */
export const hashCustomWorld = async (book: AddressBook, blockHash: Hex): Promise<string> =>
  hashWorld(await compileContracts(), book, { chainId: book.chainId, blockHash })

/** Find the address book of a chain; undefined for one that has none. */
export const findBook = (chainId: number): AddressBook | undefined =>
  BOOKS.find((candidate) => candidate.chainId === chainId)

type Request = <T>(method: string, params: readonly unknown[]) => Promise<T>

async function checkContracts(request: Request, book: AddressBook, tag: Hex, label: string): Promise<void> {
  const needed: readonly (readonly [string, Address | undefined])[] = [
    ...listContracts(book),
    ...book.tokens.map((token) => [token.symbol, token.address] as const),
    ...book.tokens.map((token) => [`the feed of ${token.symbol}`, token.feed?.address] as const),
  ]
  const codes = await Promise.all(
    needed.map(([, address]) => (address ? request<Hex>('eth_getCode', [address, tag]) : undefined)),
  )
  const absent = needed.filter((_, index) => codes[index] === '0x').map(([name]) => name)
  if (absent.length === 0) return
  throw new HarnessError('CHAIN_MISMATCH', `chain ${book.chainId} lacks contracts at this block`, {
    where: `${label}, block ${BigInt(tag)}`,
    expected: 'every contract of the address book to be deployed',
    found: `nothing at ${absent.join(', ')}`,
    hint: 'pass a later block, or the RPC URL of the chain that was meant',
  })
}

function createRequester(endpoint: RpcEndpoint, timeoutMs: number): Request {
  return async <T>(method: string, params: readonly unknown[]) => {
    const { status, body } = await endpoint.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), {
      timeoutMs,
    })
    const answer = readAnswer(body)
    if (answer?.error?.message !== undefined) {
      throw new HarnessError('RPC_ERROR', `the RPC endpoint refuses ${method}`, {
        where: endpoint.label,
        expected: 'a result',
        found: answer.error.message,
        hint: 'old blocks need an archive node; otherwise check the endpoint and its quota',
      })
    }
    if (answer?.result !== undefined) return answer.result as T
    throw new HarnessError('RPC_UNREACHABLE', 'the RPC endpoint does not answer', {
      where: endpoint.label,
      expected: `an answer to ${method}`,
      found: `HTTP ${status} without a JSON-RPC answer`,
      hint: 'check URL, key and network, or leave --rpc-url out to use the embedded origin',
    })
  }
}

interface RpcAnswer {
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

function readAnswer(body: string): RpcAnswer | undefined {
  try {
    return JSON.parse(body) as RpcAnswer
  } catch {
    return undefined
  }
}
