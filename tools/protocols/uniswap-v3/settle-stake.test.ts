import { encodeEventTopics, getAddress, numberToHex, type TransactionReceipt } from 'viem'
import { expect, test } from 'vitest'
import { stakerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { settleStake } from './settle-stake.ts'

const { staker } = BASE.addresses[1]
const stranger = getAddress(`0x${'a'.repeat(40)}`)
const account = getAddress(`0x${'b'.repeat(40)}`)

const unstaked = (address: string, incentive: number) => ({
  address,
  topics: encodeEventTopics({
    abi: stakerAbi,
    eventName: 'TokenUnstaked',
    args: { tokenId: 7n, incentiveId: numberToHex(incentive, { size: 32 }) },
  } as never),
  data: '0x',
})

test('I61: stakes end by what the staker logs, and not by what a reward token logs the like of it', () => {
  const receipt = { logs: [unstaked(stranger, 1), unstaked(staker, 2)] } as unknown as TransactionReceipt
  const { data } = settleStake({ receipt, account })
  expect(data.incentiveIds).toEqual([numberToHex(2, { size: 32 })])
})
