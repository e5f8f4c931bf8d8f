import { type Address, type ContractFunctionParameters, erc20Abi, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { chainReadFailed } from '../../core/in-time.ts'
import { AddressSchema, Type } from '../../core/schema.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { dataProviderAbi, oracleAbi, poolAbi } from './abi.ts'
import { BASE } from './base.ts'
import type { EMode, Holding } from './health.ts'
import { NO_DEBT_HEALTH } from './rates.ts'
import { type Reading, type Reserve, readReserves } from './reserve.ts'

/** Names an account; the agent's own when it is left out. */
export const AccountSchema = Type.Optional(
  Type.Unsafe<Address>({ ...AddressSchema, description: "account to read, the agent's own by default" }),
)

/** The account that is asked about, in the one spelling. */
export const chooseAccount = (params: { readonly account?: Address }, ctx: Pick<ToolContext, 'account'>) =>
  getAddress(params.account ?? ctx.account)

/** What an account has in every reserve, at the prices that Aave uses. */
export interface Account {
  readonly address: Address
  readonly reserves: readonly Reserve[]
  /** In the order of the reserves, empty ones included. */
  readonly holdings: readonly Holding[]
  /** How much of each reserve's token was not lent on, by its id; absent where the token does not say. */
  readonly free: ReadonlyMap<number, bigint>
  /** Categories that reserves belong to, by id. */
  readonly eModes: ReadonlyMap<number, EMode>
  readonly eModeId: number
  /** What the Pool itself says of its health, scaled by 10^18. */
  readonly healthWad: bigint
  /** What it may still borrow by the Pool's own account, in the oracle's units. */
  readonly availableBorrowsBase: bigint
}

/**
 * Read an account in full, in three requests. A reserve without a price leaves the others theirs: what an account owes
 * or secures there nobody can value, and who owes nothing has no health to lose.
 *
 * @throws ToolError CHAIN_READ_FAILED; UNPRICED_ACCOUNT where the Pool does not tell the health of what is owed
 */
export async function readAccount(ctx: Reading, address: Address): Promise<Account> {
  const { pool, dataProvider, oracle } = BASE.on(ctx.book)
  const reserves = await readReserves(ctx)
  const assets = reserves.map(({ token }) => token.address)
  const ids = listEModes(reserves)
  const needed: readonly ContractFunctionParameters[] = [
    { address: pool, abi: poolAbi, functionName: 'getUserEMode', args: [address] },
    ...ids.map((id) => eModeCall(pool, id)),
    ...assets.map((asset) => {
      const functionName = 'getUserReserveData'
      return { address: dataProvider, abi: dataProviderAbi, functionName, args: [asset, address] }
    }),
  ]
  // These ask the oracle or a token, which may fail: they come last, since they may use up the gas as well.
  const told: readonly ContractFunctionParameters[] = [
    { address: pool, abi: poolAbi, functionName: 'getUserAccountData', args: [address] },
    ...assets.map((asset) => {
      const functionName = 'getAssetPrice'
      return { address: oracle, abi: oracleAbi, functionName, args: [asset] }
    }),
    ...reserves.map(({ token, aToken }) => {
      const functionName = 'balanceOf'
      return { address: token.address, abi: erc20Abi, functionName, args: [aToken] }
    }),
  ]
  const answers = await ctx.chain.multicall({ ...inOneCall(ctx.book), contracts: [...needed, ...told] })
  const unread = answers.slice(0, needed.length).find(({ error }) => error !== undefined)
  if (unread) throw chainReadFailed(`what ${address} has in Aave V3`, unread.error)
  const [eModeId, ...rest] = answers
    .slice(0, needed.length)
    .map(({ result }) => result) as unknown as readonly [bigint, ...unknown[]]
  const eModes = rest.slice(0, ids.length) as readonly RawEMode[]
  const users = rest.slice(ids.length) as readonly RawUser[]
  const [data, ...figures] = answers.slice(needed.length).map(({ result }) => result) as unknown as readonly [
    readonly bigint[] | undefined,
    ...(bigint | undefined)[],
  ]
  const [prices, free] = [figures.slice(0, assets.length), figures.slice(assets.length)]
  const holdings = reserves.map((reserve, index) => toHolding(reserve, users[index], prices[index]))
  if (data === undefined && holdings.some(({ debtBaseUnits }) => debtBaseUnits > 0n)) {
    throw BASE.error('UNPRICED_ACCOUNT', { account: address })
  }
  return {
    address,
    reserves,
    eModes: new Map(ids.map((id, index) => [id, toEMode(id, eModes[index] as RawEMode)])),
    eModeId: Number(eModeId),
    free: new Map(
      reserves.flatMap(({ id }, index) => {
        const amount = free[index]
        return amount === undefined ? [] : [[id, amount] as const]
      }),
    ),
    healthWad: data?.[5] ?? NO_DEBT_HEALTH,
    availableBorrowsBase: data?.[2] ?? 0n,
    holdings,
  }
}

/** Read the categories that reserves belong to, in one request. */
export async function readEModes(
  ctx: Reading,
  reserves: readonly Reserve[],
): Promise<ReadonlyMap<number, EMode>> {
  const { pool } = BASE.on(ctx.book)
  const ids = listEModes(reserves)
  const raws = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    allowFailure: false,
    contracts: ids.map((id) => eModeCall(pool, id)),
  })
  return new Map(ids.map((id, index) => [id, toEMode(id, raws[index] as RawEMode)]))
}

/** What the data provider answers to `getUserReserveData`, as far as it is used. */
type RawUser = readonly [
  supplied: bigint,
  stableDebt: bigint,
  variableDebt: bigint,
  ...unknown[],
  isCollateral: boolean,
]

/** Put a holding together from what the data provider and the oracle say. */
export const toHolding = (
  reserve: Reserve,
  user: RawUser | undefined,
  priceBase: bigint | undefined,
): Holding => ({
  reserve,
  suppliedBaseUnits: user?.[0] ?? 0n,
  debtBaseUnits: (user?.[1] ?? 0n) + (user?.[2] ?? 0n),
  isCollateral: user?.at(-1) === true,
  priceBase: priceBase || undefined,
})

interface RawEMode {
  readonly ltv: number
  readonly liquidationThreshold: number
  readonly liquidationBonus: number
  readonly label: string
}

const listEModes = (reserves: readonly Reserve[]) =>
  [...new Set(reserves.map(({ configuration }) => configuration.eModeCategory))]
    .filter((id) => id !== 0)
    .sort((a, b) => a - b)

const eModeCall = (address: Address, id: number) =>
  ({ address, abi: poolAbi, functionName: 'getEModeCategoryData', args: [id] }) as const

const toEMode = (id: number, raw: RawEMode): EMode => ({
  id,
  label: raw.label,
  ltvBps: raw.ltv,
  thresholdBps: raw.liquidationThreshold,
  bonusBps: raw.liquidationBonus,
})
