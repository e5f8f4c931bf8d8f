import { type Address, type Hex, toEventSelector } from 'viem'
import type { ChainLog } from './chain.ts'

/** What an ERC-20 `Transfer` says. */
export interface TransferLog {
  readonly from: Address
  readonly to: Address
  readonly amountBaseUnits: bigint
}

const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)')

/** One word: an indexed address, or an amount alone. */
const WORD = /^0x[0-9a-f]{64}$/i

const toAddress = (topic: Hex): Address => `0x${topic.slice(26)}`

/**
 * Read a log as an ERC-20 `Transfer`; undefined when it is none of the standard's shape. Any contract that a call reaches
 * may log what only looks like one, and that of an ERC-721 has a fourth topic and moves no amount.
 */
export function readTransferLog({
  topics,
  data,
}: Pick<ChainLog, 'topics' | 'data'>): TransferLog | undefined {
  const [topic, from, to] = topics
  if (topic !== TRANSFER_TOPIC || topics.length !== 3 || from === undefined || to === undefined)
    return undefined
  if (![from, to, data].every((word) => WORD.test(word))) return undefined
  return { from: toAddress(from), to: toAddress(to), amountBaseUnits: BigInt(data) }
}
