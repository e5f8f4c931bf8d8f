import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { isTrade, matchHoldings, netByTransaction, type TokenMove } from './wallet-profile.ts'

const A: Address = '0x0000000000000000000000000000000000000001'
const B: Address = '0x0000000000000000000000000000000000000002'
const OTHER: Address = '0x0000000000000000000000000000000000000009'

const move = (blockNumber: number, token: Address, amount: bigint, hash = `${blockNumber}`): TokenMove => ({
  hash,
  blockNumber: BigInt(blockNumber),
  token,
  counterparty: OTHER,
  amount,
})

test('default: what left is matched with what came first, by amount', () => {
  const changes = netByTransaction([move(10, A, 100n), move(20, A, 100n), move(30, A, -150n)])
  // A hundred for twenty blocks, fifty for ten.
  expect(matchHoldings(changes)).toEqual([{ token: A, turnedOver: 150n, averageBlocks: 16.66 }])
})

test('behavior: what was there before has no beginning', () => {
  expect(matchHoldings(netByTransaction([move(10, A, -5n), move(11, A, 5n)]))).toEqual([])
  expect(matchHoldings(netByTransaction([move(10, A, 5n), move(14, A, -9n)]))).toEqual([
    { token: A, turnedOver: 5n, averageBlocks: 4 },
  ])
})

test('behavior: what others send of tokens of theirs is looked through once', () => {
  let reads = 0
  const sent = Array.from({ length: 100 }, (_, at) => {
    const byToken = new Map<Address, bigint>([[`0x${at.toString(16).padStart(40, '0')}`, 1n]])
    const count = <Answer>(answer: Answer): Answer => {
      reads += 1
      return answer
    }
    const get = (token: Address) => count(byToken.get(token))
    const each = () => count(byToken[Symbol.iterator]())
    return {
      hash: `${at}`,
      blockNumber: BigInt(at),
      byToken: Object.assign(new Map(byToken), { get, [Symbol.iterator]: each }),
    }
  })
  expect(matchHoldings(sent)).toEqual([])
  expect(reads).toBe(100)
})

test('behavior: a transaction is netted, and a trade gives one token for another', () => {
  const [swap, passed, gift] = netByTransaction([
    move(1, A, -7n),
    move(1, B, 3n),
    move(2, A, 4n),
    move(2, A, -4n),
    move(3, B, 1n),
  ])
  expect(swap && isTrade(swap)).toBe(true)
  expect(passed?.byToken.size).toBe(0)
  expect(gift && isTrade(gift)).toBe(false)
})
