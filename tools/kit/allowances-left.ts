import { type Address, type TransactionReceipt, toEventSelector } from 'viem'
import { isAddressEqual } from '../core/is-address-equal.ts'
import type { AllowanceAfter } from '../core/outcome.ts'

const APPROVAL_TOPIC = toEventSelector('Approval(address,address,uint256)')
const TRANSFER_TOPIC = toEventSelector('Transfer(address,address,uint256)')

/** A word of a topic, and data of at least one. */
const TOPIC = /^0x[0-9a-f]{64}$/i
const DATA = /^0x[0-9a-f]{64}(?:[0-9a-f]{2})*$/i

const toAddress = (topic: string): Address => `0x${topic.slice(26)}`

/** What an `Approval` or a `Transfer` of an amount says; undefined for every other log. */
function readLog({ topics, data }: TransactionReceipt['logs'][number]) {
  const [topic, first = '', second = ''] = topics
  if (topic !== APPROVAL_TOPIC && topic !== TRANSFER_TOPIC) return undefined
  // That of an ERC-721 has the token among its topics and no data.
  if (!TOPIC.test(first) || !TOPIC.test(second) || !DATA.test(data)) return undefined
  const [payer, other, value] = [toAddress(first), toAddress(second), BigInt(data.slice(0, 66))]
  return { isApproval: topic === APPROVAL_TOPIC, payer, other, value }
}

/**
 * Work out from a receipt what is left of allowances.
 *
 * Many tokens log the approval but not its use, so that what the owner paid after the last approval counts
 * against it.
 */
export function readAllowancesLeft(
  receipt: Pick<TransactionReceipt, 'logs'>,
  allowances: readonly AllowanceAfter[],
): AllowanceAfter[] {
  const logs = receipt.logs.flatMap((log) => {
    const said = readLog(log)
    return said ? [{ ...said, token: log.address }] : []
  })
  return allowances.flatMap((allowance) => {
    let left: bigint | undefined
    for (const { token, isApproval, payer, other, value } of logs) {
      if (!isAddressEqual(token, allowance.token) || !isAddressEqual(payer, allowance.owner)) continue
      if (isApproval) {
        if (isAddressEqual(other, allowance.spender)) left = value
      } else if (left !== undefined) left = left > value ? left - value : 0n
    }
    return left === undefined ? [] : [{ ...allowance, valueBaseUnits: left }]
  })
}
