import { encodeErrorResult, encodeFunctionResult, numberToHex, parseAbi, RawContractError } from 'viem'
import { expect, test } from 'vitest'
import type { AddressBook, ProtocolAddresses } from '../../core/address-book.ts'
import type { ChainReader } from '../../core/chain.ts'
import { readHoldings } from '../../core/position-keeper.ts'
import { ALL_ACTIONS } from '../../profiles/generated/registry.ts'
import { positionManagerAbi } from './abi.ts'
import { createKeeper } from './unwind.ts'

const CAGE = '0x00000000000000000000000000000000000000c1'
const POSITION_MANAGER = '0x00000000000000000000000000000000000000a1'
const STAKER = '0x00000000000000000000000000000000000000d1'
const contracts: ProtocolAddresses = {
  factory: CAGE,
  swapRouter: CAGE,
  quoter: CAGE,
  tickLens: CAGE,
  positionManager: POSITION_MANAGER,
  staker: STAKER,
}
const BOOK: AddressBook = {
  chainId: 1,
  nativeSymbol: 'ETH',
  tokens: [],
  protocols: { 'uniswap-v3': contracts },
}

const ERROR = parseAbi(['error Error(string reason)'])
const COLLECT = { abi: positionManagerAbi, functionName: 'collect' } as const
const READER = '0x00000000000000000000000000000000000000b1'

interface Asked {
  readonly address: string
  readonly functionName: string
  readonly args?: readonly bigint[]
}

/** A cage that counts positions with liquidity and uncollected fees of both tokens, and one of another protocol. */
const holding = (positions: Readonly<Record<string, readonly [bigint, bigint, bigint]>>) =>
  ({
    readContract: async ({ address, functionName, args: [id] = [] }: Asked) => {
      if (functionName === 'codeOf') return [CAGE, READER]
      if (functionName === 'ownerOf') return id === 11n ? STAKER : CAGE
      if (address === CAGE) {
        const counted = Object.keys(positions).map((key) => ({
          reader: READER,
          key: numberToHex(BigInt(key)),
        }))
        return [...counted, { reader: CAGE, key: '0x63' }]
      }
      const [liquidity, owed0, owed1] = positions[String(id)] ?? []
      return [0n, CAGE, CAGE, STAKER, 500, 0, 0, liquidity, 0n, 0n, owed0, owed1]
    },
  }) as unknown as Pick<ChainReader, 'readContract'>

/** What viem throws where a call reverts. */
const REVERTED = new RawContractError({ data: encodeErrorResult({ abi: ERROR, args: ['TF'] }) })

const listOpen = async (chain: ReturnType<typeof holding>) =>
  createKeeper(BOOK)?.listOpen(chain, CAGE, await readHoldings(chain, CAGE))

test('I57: a position is open as long as liquidity or a fee is left in it', async () => {
  const chain = holding({ 7: [1n, 0n, 0n], 8: [0n, 0n, 0n], 9: [0n, 1n, 0n], 10: [0n, 0n, 1n] })
  const open = await listOpen(chain)
  expect(open?.map(({ positionId }) => positionId)).toEqual(['7', '9', '10'])
})

test('behavior: what ends it is an action of the catalogue', async () => {
  const [open] = (await listOpen(holding({ 7: [1n, 0n, 0n] }))) ?? []
  expect(open?.steps[0].params).toEqual({ positionId: '7' })
  expect(ALL_ACTIONS.map(({ kind }) => kind.kind)).toContain(open?.steps[0].kind)
})

test('I57: where one token does not come the other one does, and where neither does it is said', async () => {
  const stepsOf = async (liquidity: bigint, passes: readonly (boolean | 'nothing' | undefined)[]) => {
    const chain = holding({ 7: [liquidity, 1n, 1n] })
    const tries = [...passes]
    const trying = {
      readContract: async (asked: Asked) => {
        if (asked.functionName !== 'multicall') return chain.readContract(asked as never)
        const passes = tries.shift()
        if (passes === undefined) throw new Error('header not found')
        if (!passes) throw REVERTED
        return [encodeFunctionResult({ ...COLLECT, result: [passes === 'nothing' ? 0n : 1n, 0n] })]
      },
    } as unknown as typeof chain
    return (await listOpen(trying))?.[0]?.steps
  }
  const [closed] = (await stepsOf(1n, [true])) ?? []
  expect(closed).toEqual({ kind: 'close-liquidity', params: { positionId: '7' } })
  expect(await stepsOf(1n, [false, false, false])).toEqual([closed])
  // What is not there comes without the stuck token as well.
  expect(await stepsOf(0n, [false, 'nothing', false])).toEqual([closed])
  // What a node does not answer is no word of a token.
  expect(await stepsOf(1n, [undefined, false, true])).toEqual([closed])
  expect(await stepsOf(1n, [false, undefined, true])).toEqual([closed])
  expect(await stepsOf(1n, [false, false, true])).toEqual([
    { kind: 'remove-liquidity', params: { positionId: '7', shareBps: 10_000, leftToken: CAGE } },
  ])
  expect(await stepsOf(0n, [false, true, false])).toEqual([
    { kind: 'collect-fees', params: { positionId: '7', leftToken: STAKER } },
  ])
})

test('I57: what is staked comes back first, whatever its rewards are', async () => {
  const [open] = (await listOpen(holding({ 11: [1n, 0n, 0n] }))) ?? []
  expect(open?.steps).toEqual([
    { kind: 'unstake-liquidity', params: { positionId: '11', keepRewards: true } },
    { kind: 'close-liquidity', params: { positionId: '11' } },
  ])
})

test('behavior: where it is not deployed there is none', () =>
  expect(createKeeper({ ...BOOK, protocols: {} })).toBeUndefined())
