import { type Address, type Hex, pad } from 'viem'
import { describe, expect, test } from 'vitest'
import { buildTransferLog } from './fixtures/build-transfer-log.ts'
import { readThroughput, readTransferDeltas } from './receipt-deltas.ts'

const ACCOUNT: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER: Address = `0x${'cc'.repeat(20)}`
const TOKEN: Address = `0x${'22'.repeat(20)}`

const transfer = (from: Address, to: Address, data: bigint | Hex) => buildTransferLog(TOKEN, from, to, data)

describe('readTransferDeltas', () => {
  test('I52: what came and what went of a token is summed', () => {
    const logs = [transfer(OTHER, ACCOUNT, 7n), transfer(ACCOUNT, OTHER, 2n), transfer(OTHER, OTHER, 9n)]
    expect(readTransferDeltas({ logs }, ACCOUNT)).toEqual([
      { token: TOKEN, account: ACCOUNT, deltaBaseUnits: 5n },
    ])
  })

  test.each<[string, Hex]>([
    ['no data', '0x'],
    ['a byte', '0x11'],
    ['less than a word', `0x${'11'.repeat(31)}`],
    ['more than a word', `0x${'11'.repeat(33)}`],
  ])('I52: a log with %s is no transfer, whomever it names', (_, data) => {
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
    const logs = [{ ...moved, topics: [...moved.topics, pad('0x01')] }]
    expect(readTransferDeltas({ logs }, ACCOUNT)).toEqual([])
  })
})

describe('readThroughput', () => {
  const through = (...logs: readonly ReturnType<typeof transfer>[]) =>
    readThroughput({ logs })(TOKEN.toUpperCase().replace('0X', '0x') as Address, ACCOUNT)

  test.each([
    ['more came than went', [7n], [2n, 3n], 5n],
    ['more went than came', [2n, 2n], [9n], 4n],
    ['nothing went', [7n], [], 0n],
    ['nothing came', [], [7n], 0n],
  ])('default: %s', (_, came, went, expected) => {
    const logs = [
      ...came.map((amount) => transfer(OTHER, ACCOUNT, amount)),
      ...went.map((amount) => transfer(ACCOUNT, OTHER, amount)),
    ]
    expect(through(...logs)).toBe(expected)
  })

  test('I17: what others move, what an account sends to itself and what is no transfer pass through nothing', () => {
    expect(through(transfer(OTHER, OTHER, 9n), transfer(ACCOUNT, ACCOUNT, 9n))).toBe(0n)
    expect(through(transfer(OTHER, ACCOUNT, '0x11'), transfer(ACCOUNT, OTHER, 9n))).toBe(0n)
    expect(through(buildTransferLog(OTHER, OTHER, ACCOUNT, 9n), transfer(ACCOUNT, OTHER, 9n))).toBe(0n)
  })
})
