import { type Hex, numberToHex, type RpcBlock, type RpcTransaction, type RpcTransactionReceipt } from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { OriginSnapshot } from './origin.ts'
import { readText, type TextBytes, toBytes } from './origin-at-rest.ts'
import { type StartOriginOptions, startOrigin } from './start-origin.ts'

/** A block with its transactions whole. */
export type OriginBlock = RpcBlock<'latest', true, RpcTransaction<false>>

/** What an origin answers beside its state, as JSON-RPC puts it. */
export interface OriginHistory {
  readonly gasPrice: Hex
  /** By number. */
  readonly blocks: readonly OriginBlock[]
  readonly receipts: readonly RpcTransactionReceipt[]
}

/** A history that is read as far as it is asked for: a fork that starts asks about one block of hundreds. */
export interface HistoryReader extends OriginHistory {
  /** The block of a number; undefined where there is none. */
  block(number: number): OriginBlock | undefined
}

/** Write a history as a text: the gas price, the receipts and each block, by number, on a line of their own. */
export const writeHistory = ({ gasPrice, receipts, blocks }: OriginHistory): string =>
  [gasPrice, receipts, ...blocks].map((part) => JSON.stringify(part)).join('\n')

/** Lines before the first block. */
const LINES_BEFORE = 2

/** Read what {@link writeHistory} wrote. */
export function openHistory(text: TextBytes): HistoryReader {
  const bytes = toBytes(text)
  const readLine = <T>(line: number): T | undefined => {
    let start = 0
    for (let at = 0; at < line; at += 1) {
      start = bytes.indexOf(NEWLINE, start) + 1
      if (start === 0) return undefined
    }
    const end = bytes.indexOf(NEWLINE, start)
    return JSON.parse(readText(bytes.subarray(start, end < 0 ? undefined : end))) as T
  }
  const once = <T>(read: () => T) => {
    let kept: T | undefined
    return () => {
      kept ??= read()
      return kept
    }
  }
  const readBlocks = once(() =>
    readText(bytes)
      .split('\n')
      .slice(LINES_BEFORE)
      .map((line) => JSON.parse(line) as OriginBlock),
  )
  const readReceipts = once(() => readLine<RpcTransactionReceipt[]>(1) ?? [])
  return {
    gasPrice: readLine<Hex>(0) ?? '0x0',
    get blocks() {
      return readBlocks()
    },
    get receipts() {
      return readReceipts()
    },
    block: (number) =>
      Number.isInteger(number) && number >= 0 ? readLine(LINES_BEFORE + number) : undefined,
  }
}

const NEWLINE = 10

/**
 * Record the history of an origin from a node that was started from its dump: what forks would be answered by it.
 *
 * @throws HarnessError ANVIL_START_FAILED, CACHE_CORRUPT
 */
export async function recordHistory(
  snapshot: Pick<OriginSnapshot, 'book' | 'head' | 'readDump'>,
  options: StartOriginOptions,
): Promise<OriginHistory> {
  const origin = await startOrigin(snapshot, options)
  try {
    return await readHistory(origin.rpc, snapshot.head.number)
  } finally {
    await origin.stop()
  }
}

async function readHistory(rpc: RpcClient, headNumber: number): Promise<OriginHistory> {
  const numbers = Array.from({ length: headNumber + 1 }, (_, number) => numberToHex(number))
  const [gasPrice, blocks, receipts] = await Promise.all([
    rpc.request<Hex>('eth_gasPrice'),
    Promise.all(numbers.map((number) => rpc.request<OriginBlock>('eth_getBlockByNumber', [number, true]))),
    Promise.all(
      numbers.map((number) => rpc.request<RpcTransactionReceipt[]>('eth_getBlockReceipts', [number])),
    ),
  ])
  return { gasPrice, blocks, receipts: receipts.flat() }
}
