import type { Address, Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Position } from '../../tools/core/position.ts'
import type { SeenAllowance } from '../oracle/allowance-watch.ts'
import type { Oracle } from '../oracle/oracle.ts'
import { nameAddresses } from '../trace/name-addresses.ts'
import { ACTORS } from '../world/actors.ts'
import { EMBEDDED_BOOK } from '../world/embedded-book.ts'
import { createStateWatch } from './record-state.ts'

const CAGE = '0x24B3c7704709ed1491473F30393FFc93cFB0FC34'
const USDC = EMBEDDED_BOOK.tokens.find(({ symbol }) => symbol === 'USDC')?.address as Address
const WETH = EMBEDDED_BOOK.tokens.find(({ symbol }) => symbol === 'WETH')?.address as Address
const KEY: Hex = `0x${'01'.repeat(32)}`

const watch = [
  { token: USDC, account: CAGE },
  { token: WETH, account: CAGE },
  // What others have is no state of the account.
  { token: USDC, account: ACTORS.attacker.address },
] as const

const states = () =>
  createStateWatch({
    oracle: { watch } as unknown as Oracle,
    cage: CAGE,
    names: nameAddresses(EMBEDDED_BOOK, {}),
  })

const position = (units: bigint): Position => ({
  protocol: 'lender',
  key: KEY,
  place: KEY,
  health: 2n ** 256n - 1n,
  lots: [{ index: 10n ** 18n, units, legs: [{ token: USDC, amount: units * 2n }] }],
})

const look = (
  blockNumber: bigint,
  balances: readonly bigint[],
  positions: readonly Position[] = [],
  isBefore = false,
  allowances: readonly SeenAllowance[] = [],
) => ({
  isBefore,
  holdings: { blockNumber, balances, positions },
  allowances,
})

const at = (endedSeconds: bigint) => ({ startedSeconds: endedSeconds - 5n, endedSeconds })

test('default: all that the account has at first, then what changed', () => {
  const watching = states()
  const opening = look(5n, [10n, 0n, 77n], [position(4n)], true)
  expect(watching.follow([opening, look(6n, [8n, 3n, 99n], [position(9n)])], at(1_000n))).toEqual({
    before: {
      timestampSeconds: '995',
      blockNumber: '5',
      balances: [{ symbol: 'USDC', decimals: 6, token: USDC, baseUnits: '10' }],
      positions: [
        {
          protocol: 'lender',
          key: KEY,
          kind: 'held',
          units: '4',
          legs: [{ symbol: 'USDC', decimals: 6, baseUnits: '8' }],
        },
      ],
    },
    after: {
      timestampSeconds: '1000',
      blockNumber: '6',
      balances: [
        { symbol: 'USDC', decimals: 6, token: USDC, baseUnits: '8', beforeBaseUnits: '10' },
        { symbol: 'WETH', decimals: 18, token: WETH, baseUnits: '3', beforeBaseUnits: '0' },
      ],
      positions: [
        {
          protocol: 'lender',
          key: KEY,
          kind: 'held',
          units: '9',
          beforeUnits: '4',
          legs: [{ symbol: 'USDC', decimals: 6, baseUnits: '18' }],
        },
      ],
    },
  })
})

test('behavior: where nothing was read only the time is told, where nothing changed the block too', () => {
  const watching = states()
  watching.follow([look(5n, [10n, 0n, 0n], [], true)], at(1_000n))
  expect(watching.follow([], at(1_012n))).toEqual({ after: { timestampSeconds: '1012' } })
  expect(watching.follow([look(7n, [10n, 0n, 5n])], at(1_024n))).toEqual({
    after: { timestampSeconds: '1024', blockNumber: '7' },
  })
})

test('behavior: what somebody else changed between two steps shows before the second', () => {
  const watching = states()
  watching.follow([look(5n, [10n, 0n, 0n], [], true), look(6n, [10n, 0n, 0n])], at(1_000n))
  const { before, after } = watching.follow(
    [look(8n, [2n, 0n, 0n], [], true), look(9n, [1n, 0n, 0n])],
    at(1_012n),
  )
  expect(before?.balances).toMatchObject([{ baseUnits: '2', beforeBaseUnits: '10' }])
  expect(after?.balances).toMatchObject([{ baseUnits: '1', beforeBaseUnits: '2' }])
})

test('behavior: what is gone is told as none', () => {
  const watching = states()
  watching.follow([look(5n, [10n, 0n, 0n], [position(4n)], true)], at(1_000n))
  const { after } = watching.follow([look(6n, [0n, 0n, 0n])], at(1_012n))
  expect(after?.balances).toMatchObject([{ symbol: 'USDC', baseUnits: '0', beforeBaseUnits: '10' }])
  expect(after?.positions).toMatchObject([{ units: '0', beforeUnits: '4', legs: [] }])
})

test('behavior: allowances are told where they changed, with who may take them', () => {
  const watching = states()
  const spender = ACTORS.attacker.address
  const may = (amount: bigint): SeenAllowance[] => [{ token: USDC, owner: CAGE, spender, amount }]
  const told = { symbol: 'USDC', decimals: 6, token: USDC, spender }
  const follow = (block: bigint, amount: bigint) =>
    watching.follow([look(block, [0n, 0n, 0n], [], false, may(amount))], at(1_000n + block)).after?.allowances
  expect(follow(5n, 7n)).toEqual([{ ...told, baseUnits: '7' }])
  expect(follow(6n, 7n)).toBeUndefined()
  expect(follow(7n, 2n)).toEqual([{ ...told, baseUnits: '2', beforeBaseUnits: '7' }])
  expect(follow(8n, 0n)).toEqual([{ ...told, baseUnits: '0', beforeBaseUnits: '2' }])
})

test('behavior: the units of a lot are said in what their protocol counts them in', () => {
  const lots = [0, 1, 2].map(() => ({ index: 1n, units: 5n, legs: [{ token: USDC, amount: 5n }] }))
  const of = (protocol: string) =>
    states()
      .follow([look(5n, [0n, 0n, 0n], [{ ...position(1n), protocol, lots }])], at(1_000n))
      .after?.positions?.map(({ unit }) => unit)
  const token = { symbol: 'USDC', decimals: 6 }
  expect(of('aave-v3')?.[0]).toEqual({ symbol: 'scaled balance', decimals: 6 })
  expect(of('morpho-blue')).toEqual(
    [12, 6, 12].map((decimals) => ({ symbol: decimals === 6 ? 'USDC' : 'shares', decimals })),
  )
  expect(of('uniswap-v3')).toEqual([{ symbol: 'liquidity', decimals: 0 }, token, token])
  expect(of('lender')).toEqual([undefined, undefined, undefined])
})
