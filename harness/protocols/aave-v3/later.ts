import { type Address, type Hex, pad, parseAbi } from 'viem'
import { encodeFunctionData } from '../../../tools/core/encode-function-data.ts'
import type { Position } from '../../../tools/core/position.ts'
import { BASE } from '../../../tools/protocols/aave-v3/base.ts'
import type { LaterAct, LaterScope, TestbedLater, WorthDelta } from '../testbed-later.ts'

const poolAbi = parseAbi([
  'function getReserveData(address asset) view returns ((uint256 configuration, uint128 liquidityIndex, uint128 liquidityRate, uint128 borrowIndex, uint128 borrowRate, uint128 stableRate, uint40 updatedAt, uint16 id, address aToken, address stableDebt, address variableDebt, address strategy, uint128 accrued, uint128 unbacked, uint128 isolated))',
  'function getUserEMode(address user) view returns (uint256)',
  'function getEModeCategoryData(uint8 id) view returns ((uint16 ltv, uint16 threshold, uint16 bonus, address oracle, string label))',
  'function liquidationCall(address collateral, address debt, address user, uint256 debtToCover, bool receiveAToken)',
  'function ADDRESSES_PROVIDER() view returns (address)',
])
const providerAbi = parseAbi(['function getPriceOracle() view returns (address)'])
const oracleAbi = parseAbi(['function getAssetPrice(address asset) view returns (uint256)'])

const WAD = 10n ** 18n
const RAY = 10n ** 27n
const BPS = 10_000n
const NO_DEBT = 2n ** 256n - 1n
const YEAR_SECONDS = 31_536_000n
/** Below this health all of a debt may be repaid by a liquidator, else half (Aave V3 technical paper, "close factor"). */
const CLOSE_ALL_BELOW = 95n * 10n ** 16n

/** What an account has and owes in one reserve, with what a liquidation there depends on. */
interface Side {
  readonly asset: Address
  readonly amount: bigint
  readonly index: bigint
  readonly price: bigint
  readonly unit: bigint
  readonly bonusBps: bigint
  /** Dollars with the oracle's decimals. */
  readonly worth: bigint
}

async function readSides(scope: LaterScope, lot: 0 | 1): Promise<readonly Side[]> {
  const { client, book, account, positions } = scope
  const pool = { address: BASE.on(book).pool, abi: poolAbi } as const
  const provider = await client.readContract({ ...pool, functionName: 'ADDRESSES_PROVIDER' })
  const oracle = await client.readContract({
    address: provider,
    abi: providerAbi,
    functionName: 'getPriceOracle',
  })
  const eMode = await client.readContract({ ...pool, functionName: 'getUserEMode', args: [account] })
  const category =
    eMode === 0n
      ? undefined
      : await client.readContract({ ...pool, functionName: 'getEModeCategoryData', args: [Number(eMode)] })
  const held = positions.flatMap(({ lots }) => {
    const { index = 0n, legs = [] } = lots[lot] ?? {}
    return legs.flatMap(({ token, amount }) => (amount === 0n ? [] : [{ token, amount, index }]))
  })
  return Promise.all(
    held.map(async ({ token, amount, index }) => {
      const [{ configuration }, price] = await Promise.all([
        client.readContract({ ...pool, functionName: 'getReserveData', args: [token] }),
        client.readContract({
          address: oracle,
          abi: oracleAbi,
          functionName: 'getAssetPrice',
          args: [token],
        }),
      ])
      // Aave V3 documentation, "ReserveConfigurationMap": bonus, decimals and category by their bits.
      const bits = (from: bigint, count: bigint) => (configuration >> from) & ((1n << count) - 1n)
      const unit = 10n ** bits(48n, 8n)
      const isOfCategory = category !== undefined && bits(168n, 8n) === eMode && category.bonus !== 0
      const owned = amount < 0n ? -amount : amount
      return {
        asset: token,
        amount: owned,
        index,
        price,
        unit,
        bonusBps: isOfCategory ? BigInt(category.bonus) : bits(32n, 16n),
        worth: (owned * price) / unit,
      }
    }),
  )
}

const largest = (sides: readonly Side[]) =>
  sides.reduce<Side | undefined>((most, side) => (most && most.worth >= side.worth ? most : side), undefined)

const keyOf = (asset: Address) => pad(asset.toLowerCase() as Hex)

const LIQUIDATE: LaterAct = {
  title: 'a liquidator repays the largest debt for the largest collateral',
  extent: 'shareBps',
  takes: true,
  async plan(scope) {
    const [{ health } = { health: NO_DEBT }] = scope.positions
    if (health === 0n || health >= WAD) return undefined
    const [collateral, debt] = [largest(await readSides(scope, 0)), largest(await readSides(scope, 1))]
    if (collateral === undefined || debt === undefined) return undefined
    const most = health < CLOSE_ALL_BELOW ? debt.amount : debt.amount / 2n
    const wanted = (most * BigInt(scope.shareBps)) / BPS
    const seizedFor = (repaid: bigint) =>
      (repaid * debt.price * collateral.unit * collateral.bonusBps) / (collateral.price * debt.unit * BPS)
    // Where the collateral does not suffice, only as much is repaid as it is worth.
    const isShort = seizedFor(wanted) > collateral.amount
    const seized = isShort ? collateral.amount : seizedFor(wanted)
    const repaid = isShort
      ? (collateral.amount * collateral.price * debt.unit * BPS) /
        (debt.price * collateral.unit * collateral.bonusBps)
      : wanted
    if (repaid === 0n || seized === 0n) return undefined
    const of = (kind: 'held' | 'owed', { asset, index }: Side, amount: bigint) => ({
      lot: { protocol: BASE.id, key: keyOf(asset), kind, unitsDelta: -(amount * RAY) / index },
      worth: { protocol: BASE.id, key: keyOf(asset), kind, token: asset },
    })
    const [given, ended] = [of('held', collateral, seized), of('owed', debt, repaid)]
    const { pool } = BASE.on(scope.book)
    const args = [collateral.asset, debt.asset, scope.account, repaid, false] as const
    return {
      actor: scope.whale,
      gives: [{ token: debt.asset, amountBaseUnits: repaid }],
      calls: [
        {
          to: pool,
          data: encodeFunctionData({ abi: poolAbi, functionName: 'liquidationCall', args }),
          valueWei: 0n,
        },
      ],
      expected: {
        assets: [],
        allowances: [],
        positions: [given.lot, ended.lot],
        worth: [
          { ...given.worth, amount: -seized },
          { ...ended.worth, amount: repaid },
        ],
      },
      toleranceBps: 1,
    }
  },
}

/** What a rate over some time compounds to, in ray: e^x − 1 to its third term (Aave protocol v2 paper, section 3.5). */
const compound = (x: bigint): bigint => x + (x * x) / (2n * RAY) + (x * x * x) / (6n * RAY * RAY)

const INTEREST: LaterAct = {
  title: 'interest accrues',
  extent: 'wait',
  async plan({ client, book, positions, waitSeconds, whale }) {
    if (positions.length === 0) return undefined
    const pool = { address: BASE.on(book).pool, abi: poolAbi } as const
    const worth = await Promise.all(
      positions.map(async ({ protocol, key, lots: [held, owed] }): Promise<readonly WorthDelta[]> => {
        const token = held?.legs[0]?.token as Address
        const { liquidityRate, borrowRate } = await client.readContract({
          ...pool,
          functionName: 'getReserveData',
          args: [token],
        })
        const wait = BigInt(waitSeconds)
        const grow = (lot: Position['lots'][number] | undefined, growth: bigint) =>
          ((lot?.legs[0]?.amount ?? 0n) * growth) / RAY
        const [simple, compounded] = [liquidityRate, borrowRate].map(
          (rate) => (rate * wait) / YEAR_SECONDS,
        ) as [bigint, bigint]
        return [
          { protocol, key, kind: 'held', token, amount: grow(held, simple) },
          { protocol, key, kind: 'owed', token, amount: grow(owed, compound(compounded)) },
        ]
      }),
    )
    return {
      actor: whale,
      gives: [],
      calls: [],
      afterSeconds: waitSeconds,
      expected: { assets: [], allowances: [], positions: [], worth: worth.flat() },
      // What more it is by the second block, and by the terms that are left out.
      toleranceBps: 1,
    }
  },
}

/** What others and time do to what an account has in Aave. */
export const LATER: TestbedLater = { liquidate: LIQUIDATE, interest: INTEREST }
