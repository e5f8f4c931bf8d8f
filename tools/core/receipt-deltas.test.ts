import { type Address, encodeEventTopics, erc20Abi, type Hex, numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainLog } from './chain.ts'
import { readTransferDeltas } from './receipt-deltas.ts'

const ACCOUNT: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER: Address = `0x${'cc'.repeat(20)}`
const TOKEN: Address = `0x${'22'.repeat(20)}`

const word = (amount: bigint) => numberToHex(amount, { size: 32 })
const transfer = (from: Address, to: Address, data: Hex): ChainLog => ({
  address: TOKEN,
  topics: encodeEventTopics({ abi: erc20Abi, eventName: 'Transfer', args: { from, to } }) as Hex[],
  data,
})

describe('readTransferDeltas', () => {
  test('default: what came and what went of a token is summed', () => {
    const logs = [
      transfer(OTHER, ACCOUNT, word(7n)),
      transfer(ACCOUNT, OTHER, word(2n)),
      transfer(OTHER, OTHER, word(9n)),
    ]
    expect(readTransferDeltas({ logs }, ACCOUNT)).toEqual([
      { token: TOKEN, account: ACCOUNT, deltaBaseUnits: 5n },
    ])
  })

  test.each<[string, Hex]>([
    ['no data', '0x'],
    ['a byte', '0x11'],
    ['less than a word', `0x${'11'.repeat(31)}`],
    ['more than a word', `0x${'11'.repeat(33)}`],
  ])('behavior: a log with %s is no transfer, whomever it names', (_, data) => {
    for (const [from, to] of [
      [OTHER, OTHER],
      [ACCOUNT, OTHER],
      [OTHER, ACCOUNT],
    ] as const) {
      const read = () => readTransferDeltas({ logs: [transfer(from, to, data)] }, ACCOUNT)
      expect(read).not.toThrow()
      expect(read()).toEqual([])
    }
  })

  test('behavior: a transfer of an ERC-721 moves no amount', () => {
    const moved = transfer(OTHER, ACCOUNT, '0x')
    const logs = [{ ...moved, topics: [...moved.topics, word(1n)] }]
    expect(readTransferDeltas({ logs }, ACCOUNT)).toEqual([])
  })
})
