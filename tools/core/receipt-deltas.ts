import {
  type Address,
  decodeEventLog,
  erc20Abi,
  getAddress,
  isAddressEqual,
  type TransactionReceipt,
  toEventSelector,
} from 'viem'
import type { AssetDelta } from './outcome.ts'

const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)')

/**
 * Sum the ERC-20 `Transfer` logs of a receipt into net balance changes of one account, a token each.
 *
 * This is what a tool *reports*; whether the balances really moved is for the oracle to say.
 */
export function readTransferDeltas(
  receipt: Pick<TransactionReceipt, 'logs'>,
  account: Address,
): AssetDelta[] {
  const deltas = new Map<Address, bigint>()
  for (const log of receipt.logs) {
    // An ERC-721 transfer has a fourth topic and moves no amount.
    if (log.topics[0] !== TRANSFER_TOPIC || log.topics.length !== 3) continue
    const { args } = decodeEventLog({
      abi: erc20Abi,
      eventName: 'Transfer',
      topics: log.topics,
      data: log.data,
    })
    let delta = 0n
    if (isAddressEqual(args.to, account)) delta += args.value
    if (isAddressEqual(args.from, account)) delta -= args.value
    if (delta !== 0n) {
      const token = getAddress(log.address)
      deltas.set(token, (deltas.get(token) ?? 0n) + delta)
    }
  }
  return [...deltas].map(([token, deltaBaseUnits]) => ({ token, account, deltaBaseUnits }))
}
