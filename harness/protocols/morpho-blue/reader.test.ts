import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  type PublicClient,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenWorld, openWorld } from '../../../test/world/open-world.ts'
import { deployOwn, sendAs } from '../../../test/world/send-as.ts'
import { createChainReader } from '../../../tools/core/chain-reader.ts'
import type { Lot } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/morpho-blue/base.ts'
import { toPosition } from '../../../tools/protocols/morpho-blue/describe-position.ts'
import { readMarket } from '../../../tools/protocols/morpho-blue/market.ts'
import { createRoundReader } from '../../chain/read-rounds.ts'
import { ACTORS } from '../../world/actors.ts'
import { EMBEDDED_BOOK } from '../../world/embedded-book.ts'
import { MAINNET_TOKENS } from '../../world/mainnet-addresses.ts'
import { type MarketTerms, ORIGIN_MARKETS, type OriginMarket, toMarketId } from './markets.ts'
import { observe } from './observe.ts'

const readerAbi = parseAbi([
  'struct Leg { address token; int256 amount; }',
  'struct Lot { uint256 units; uint256 index; uint40 claimableFrom; Leg[] legs; }',
  'function touched(address account, bytes32 mark, bytes data, bytes result) view returns (bytes32[])',
  'function holdings(address account, bytes32 key, uint256[] prices) view returns (bytes32 place, uint256 health, Lot[] lots)',
])
const actions = parseAbi([
  'struct Terms { address loan; address collateral; address oracle; address irm; uint256 lltv; }',
  'function approve(address, uint256)',
  'function createMarket(Terms)',
  'function supply(Terms, uint256, uint256, address, bytes)',
  'function withdraw(Terms, uint256, uint256, address, address)',
  'function supplyCollateral(Terms, uint256, address, bytes)',
  'function borrow(Terms, uint256, uint256, address, address)',
  'function repay(Terms, uint256, uint256, address, bytes)',
  'function liquidate(Terms, address, uint256, uint256, bytes)',
  'function setAnswer(int256, uint256)',
])
const { morpho, irm } = BASE.addresses[1]
const { trader, whale, lp, attacker } = ACTORS
const FOREVER = 2n ** 255n

/** What a market is, in the order of Morpho's parameters. */
const termsOf = ({ loan, collateral, oracle, lltvWad }: OriginMarket) => ({
  loan: MAINNET_TOKENS[loan as 'USDC'].address,
  collateral: MAINNET_TOKENS[collateral as 'WETH'].address,
  oracle,
  irm,
  lltv: lltvWad,
})
const toTerms = ({ loan, collateral, ...rest }: ReturnType<typeof termsOf>): MarketTerms => ({
  loanToken: loan,
  collateralToken: collateral,
  ...rest,
})
const idOf = (terms: ReturnType<typeof termsOf>) => toMarketId(toTerms(terms))
const [first, second] = ORIGIN_MARKETS.map(termsOf) as [
  ReturnType<typeof termsOf>,
  ReturnType<typeof termsOf>,
]

let world: OpenWorld
let reader: Address

beforeAll(async () => {
  world = await openWorld()
  reader = await deployOwn(world, 'morpho-blue/contracts/MorphoReader.sol', [morpho])
  for (const token of [first.loan, first.collateral, second.collateral]) {
    await act(whale.address, 'approve', [morpho, FOREVER], token)
  }
})
afterAll(async () => {
  await world?.close()
})

const send = (from: Address, to: Address, data: Hex) => sendAs(world, from, to, data)
const act = (from: Address, functionName: string, args: readonly unknown[], to: Address = morpho) =>
  send(from, to, encodeFunctionData({ abi: actions, functionName, args } as never))
async function wait(seconds: number) {
  await world.fork.rpc.request('evm_increaseTime', [seconds])
  await world.fork.rpc.request('evm_mine')
}
const setPrice = (symbol: 'WETH' | 'WBTC' | 'USDC', answer: bigint) =>
  act(whale.address, 'setAnswer', [answer, 1_800_000_000n], MAINNET_TOKENS[symbol].feed)

async function read(account: Address, key: Hex) {
  const [place, health, lots] = await world.client.readContract({
    address: reader,
    abi: readerAbi,
    functionName: 'holdings',
    args: [account, key, []],
  })
  return {
    protocol: BASE.id,
    key,
    place,
    health,
    lots: lots.map(({ units, index, legs }): Lot => ({ units, index, legs })),
  }
}

/** What the tools say: lent, posted, owed. */
async function tell(account: Address, key: Hex): Promise<readonly bigint[]> {
  const ctx = {
    chain: createChainReader(world.client as PublicClient, EMBEDDED_BOOK.chainId),
    book: EMBEDDED_BOOK,
  }
  const market = await readMarket(ctx, key, account)
  const { supplied, collateral, debt } = toPosition(market, market.holding)
  return [supplied, collateral, -debt]
}
async function observed(account: Address, others: readonly MarketTerms[] = []) {
  const asked = observe({ book: EMBEDDED_BOOK, account }, others)
  const positions = await createRoundReader(world.client, EMBEDDED_BOOK.multicall as Address)(asked)
  return positions
}

/** What the reader and the tools say is what is observed, position by position. */
async function agree(accounts: readonly Address[], others: readonly MarketTerms[] = []) {
  for (const account of accounts) {
    const positions = await observed(account, others)
    expect(positions).not.toEqual([])
    for (const position of positions) {
      expect(await read(account, position.key)).toEqual(position)
      expect(await tell(account, position.key)).toEqual(
        position.lots.flatMap(({ legs }) => legs.map(({ amount }) => amount)),
      )
    }
  }
}

test('I64: default: reader and observation agree on the origin, at once and after years', async () => {
  expect(await observed(trader.address)).toHaveLength(3)
  expect(await observed(whale.address)).toEqual([])
  for (const seconds of [0, 12, 3_600, 86_400, 31_536_000]) {
    await wait(seconds)
    await agree([trader.address, lp.address])
  }
})

test('I64: they agree through every act', async () => {
  const account = whale.address
  const acts: readonly (readonly [string, readonly unknown[]])[] = [
    ['supply', [first, 1_234_567_891n, 0n, account, '0x']],
    ['supplyCollateral', [first, 3n * 10n ** 18n, account, '0x']],
    ['borrow', [first, 2_000_000_001n, 0n, account, account]],
    ['repay', [first, 3n, 0n, account, '0x']],
    ['withdraw', [first, 1_000_000n, 0n, account, account]],
    ['supplyCollateral', [second, 12_345n, account, '0x']],
  ]
  for (const [name, args] of acts) {
    await act(account, name, args)
    await agree([account])
    await wait(1_000)
    await agree([account])
  }
  expect(await observed(account)).toHaveLength(2)
})

test('I64: they agree on what a liquidation leaves, bad debt included', async () => {
  await setPrice('WETH', 2_000n * 10n ** 8n)
  await agree([trader.address, lp.address, whale.address])
  await act(whale.address, 'liquidate', [first, trader.address, 10n ** 18n, 0n, '0x'])
  await agree([trader.address, lp.address])
  await setPrice('WETH', 500n * 10n ** 8n)
  const [, , left] = (await read(trader.address, idOf(first))).lots
  const collateral = (await read(trader.address, idOf(first))).lots[1]?.units ?? 0n
  expect(left?.units).toBeGreaterThan(0n)
  const [before] = (await read(lp.address, idOf(first))).lots
  await act(whale.address, 'liquidate', [first, trader.address, collateral, 0n, '0x'])
  await agree([trader.address, lp.address, whale.address])
  const [after] = (await read(lp.address, idOf(first))).lots
  expect(after?.units).toBe(before?.units)
  expect(after?.index).toBeLessThan(before?.index ?? 0n)
})

test("I68: a market of the attacker's own is another place", async () => {
  const own = { ...first, oracle: attacker.address, lltv: 770_000_000_000_000_000n }
  await act(attacker.address, 'createMarket', [own])
  await act(whale.address, 'supply', [own, 1_000_000n, 0n, whale.address, '0x'])
  await agree([whale.address], [toTerms(own)])
  expect(await observed(whale.address, [toTerms(own)])).toHaveLength(3)
  const place = (market: Hex) =>
    keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [morpho, market]))
  expect((await read(whale.address, idOf(own))).place).toBe(place(idOf(own)))
  expect((await read(whale.address, idOf(first))).place).toBe(place(idOf(first)))
  const data = encodeFunctionData({
    abi: actions,
    functionName: 'supply',
    args: [own, 1n, 0n, whale.address, '0x'],
  })
  const keys = await world.client.readContract({
    address: reader,
    abi: readerAbi,
    functionName: 'touched',
    args: [whale.address, idOf(own), data, '0x'],
  })
  expect(keys).toEqual([idOf(own)])
})
