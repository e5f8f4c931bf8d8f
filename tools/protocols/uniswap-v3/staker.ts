import { type Address, getAddress, type Hex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeAbiParameters } from '../../core/encode-abi-parameters.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { keccak256 } from '../../core/keccak256.ts'
import type { Call } from '../../core/plan.ts'
import { AddressSchema, type Static, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { windowBefore } from '../../kit/log-window.ts'
import { INCENTIVE_KEY, positionManagerAbi, stakerAbi } from './abi.ts'
import { BASE } from './base.ts'
import { listPositionReads, type Position, takePositions } from './position.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

/** Rewards for liquidity of one pool; times in seconds. */
export interface IncentiveKey {
  readonly rewardToken: Address
  readonly pool: Address
  readonly startTime: bigint
  readonly endTime: bigint
  readonly refundee: Address
}

const SecondsSchema = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 })

/** What tells an incentive of a pool from its others. */
export const IncentiveSchema = Type.Object(
  {
    rewardToken: TokenSchema,
    startSeconds: SecondsSchema,
    endSeconds: SecondsSchema,
    refundee: AddressSchema,
  },
  { additionalProperties: false, description: 'as uniswap_list_incentives names it' },
)

/** Blocks in which the incentives of a pool are looked for; public providers refuse more. */
const INCENTIVE_BLOCKS = 10_000

/** Most incentives of a pool that are looked at. */
const MOST_INCENTIVES = 50

/** The name under which the staker keeps an incentive. Source: `IncentiveId.compute`. */
export const incentiveIdOf = (key: IncentiveKey): Hex => keccak256(encodeAbiParameters(INCENTIVE_KEY, [key]))

/** Describe an incentive as `IncentiveSchema` has it. */
export const describeKey = ({ rewardToken, startTime, endTime, refundee }: IncentiveKey) => ({
  rewardToken,
  startSeconds: Number(startTime),
  endSeconds: Number(endTime),
  refundee,
})

/** What is asked of an incentive that a caller names, its token by symbol or address. @throws ToolError UNKNOWN_TOKEN */
export async function resolveIncentive(
  ctx: Reading,
  pool: Address,
  { rewardToken, startSeconds, endSeconds, refundee }: Static<typeof IncentiveSchema>,
): Promise<IncentiveKey> {
  const { address } = await resolveErc20(ctx, rewardToken)
  return {
    rewardToken: address,
    pool,
    startTime: BigInt(startSeconds),
    endTime: BigInt(endSeconds),
    refundee: getAddress(refundee),
  }
}

/** Find the incentives of a pool that were created in the last blocks, the newest first; two requests. */
async function findIncentives(ctx: Reading, pool: Address): Promise<readonly IncentiveKey[]> {
  const window = windowBefore(await ctx.chain.getBlockNumber(), INCENTIVE_BLOCKS)
  const logs = await ctx.chain.getContractEvents({
    address: BASE.at(ctx.book, 'staker'),
    abi: stakerAbi,
    eventName: 'IncentiveCreated',
    args: { pool },
    ...window,
    strict: true,
  })
  // What is added to an incentive is told as if it were created again.
  const byId = new Map(logs.map(({ args: { reward: _, ...key } }) => [incentiveIdOf(key), key] as const))
  return [...byId.values()].toReversed().slice(0, MOST_INCENTIVES)
}

/** A position with where it lies. */
export interface DepositedPosition {
  readonly position: Position
  /** Who may take it back from the staker; undefined where it does not lie there. */
  readonly depositor: Address | undefined
  readonly numberOfStakes: number
}

/**
 * Read a position and its deposit with the staker, in one request.
 *
 * @throws ToolError POSITION_NOT_FOUND, PROTOCOL_NOT_DEPLOYED
 */
export async function readDeposit(ctx: Reading, positionId: string): Promise<DepositedPosition> {
  const staker = BASE.at(ctx.book, 'staker')
  const ids = [BigInt(positionId)]
  const reads = listPositionReads(ctx, ids)
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [...reads, { address: staker, abi: stakerAbi, functionName: 'deposits', args: ids } as const],
  })
  const [position] = takePositions(ctx, ids, results)
  const deposit = results[reads.length]?.result as readonly [Address, number, ...unknown[]] | undefined
  if (position === undefined) throw new ToolError('POSITION_NOT_FOUND', { positionId })
  const isThere = isAddressEqual(position.owner, staker)
  return { position, depositor: isThere ? deposit?.[0] : undefined, numberOfStakes: deposit?.[1] ?? 0 }
}

/**
 * Demand that a position lies with the staker.
 *
 * @throws ToolError POSITION_NOT_STAKED
 */
export function assertDeposited({ position: { id, owner }, depositor }: DepositedPosition): Address {
  if (depositor !== undefined) return depositor
  throw BASE.error('POSITION_NOT_STAKED', { positionId: id.toString(), found: owner })
}

/**
 * Demand that a position is the account's to take back.
 *
 * @throws ToolError POSITION_NOT_OWNED
 */
export function assertOwn(positionId: string, found: Address, expected: Address): void {
  if (!isAddressEqual(found, expected)) {
    throw new ToolError('POSITION_NOT_OWNED', { positionId, found, expected })
  }
}

/** A position in an incentive. */
export interface Stake {
  readonly key: IncentiveKey
  readonly incentiveId: Hex
  readonly liquidity: bigint
  /** What unstaking would book now. */
  readonly earned: bigint
  /** What the depositor has not claimed of this token, from any stake that ended. */
  readonly unclaimed: bigint
}

/**
 * Read in which incentives a position is staked, with what it earned: of those that a caller names, or of those of its pool.
 *
 * @throws ToolError STAKES_UNKNOWN, UNKNOWN_TOKEN, CHAIN_READ_FAILED
 */
export async function readStakes(
  ctx: Reading,
  { position: { id, pool }, depositor, numberOfStakes }: DepositedPosition,
  named: readonly Static<typeof IncentiveSchema>[] | undefined,
): Promise<readonly Stake[]> {
  if (depositor === undefined || numberOfStakes === 0) return []
  const listed = named
    ? await Promise.all(named.map((one) => resolveIncentive(ctx, pool, one)))
    : await findIncentives(ctx, pool)
  // One that is named twice is one stake, and must not stand for another that was not found.
  const keys = [...new Map(listed.map((key) => [incentiveIdOf(key), key])).values()]
  const staker = { address: BASE.at(ctx.book, 'staker'), abi: stakerAbi } as const
  const results = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: keys.flatMap((key) => [
      { ...staker, functionName: 'stakes', args: [id, incentiveIdOf(key)] } as const,
      { ...staker, functionName: 'getRewardInfo', args: [key, id] } as const,
      { ...staker, functionName: 'rewards', args: [key.rewardToken, depositor] } as const,
    ]),
  })
  const stakes = keys.flatMap((key, index): Stake[] => {
    const [stake, info, rewards] = results.slice(3 * index) as readonly { result?: unknown }[]
    const [, liquidity] = (stake?.result ?? [0n, 0n]) as readonly bigint[]
    if (!liquidity) return []
    const [earned = 0n] = (info?.result ?? []) as readonly bigint[]
    return [
      {
        key,
        incentiveId: incentiveIdOf(key),
        liquidity,
        earned,
        unclaimed: (rewards?.result ?? 0n) as bigint,
      },
    ]
  })
  if (stakes.length < numberOfStakes) {
    throw BASE.error('STAKES_UNKNOWN', {
      positionId: id.toString(),
      found: numberOfStakes,
      expected: stakes.length,
      blocks: INCENTIVE_BLOCKS,
    })
  }
  return stakes
}

/** Codes that reading the stakes of a position may raise. */
export const STAKE_ERROR_CODES = [
  'POSITION_NOT_FOUND',
  'PROTOCOL_NOT_DEPLOYED',
  'UNKNOWN_TOKEN',
  'STAKES_UNKNOWN',
] as const

type Account = Pick<ToolContext, 'book' | 'account'>

/** Build the call that stakes a position: where it lies with the staker by itself, else as what hands it over. */
export function buildStake(
  ctx: Account,
  { position, depositor }: DepositedPosition,
  key: IncentiveKey,
): Call {
  const { positionManager } = BASE.on(ctx.book)
  const staker = BASE.at(ctx.book, 'staker')
  if (depositor !== undefined) {
    const data = encodeFunctionData({
      abi: stakerAbi,
      functionName: 'stakeToken',
      args: [key, position.id],
    })
    return { to: staker, valueWei: 0n, data }
  }
  const data = encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'safeTransferFrom',
    args: [ctx.account, staker, position.id, encodeAbiParameters(INCENTIVE_KEY, [key])],
  })
  return { to: positionManager, valueWei: 0n, data }
}

/** Build the call that claims so much of a reward to the account. */
export const buildClaim = (ctx: Account, token: Address, amountBaseUnits: bigint): Call => ({
  to: BASE.at(ctx.book, 'staker'),
  valueWei: 0n,
  data: encodeFunctionData({
    abi: stakerAbi,
    functionName: 'claimReward',
    args: [token, ctx.account, amountBaseUnits],
  }),
})

/** Build the calls that end stakes, claim so much of each token, and bring the position back. */
export function buildReturn(
  ctx: Account,
  positionId: bigint,
  stakes: readonly Stake[],
  claims: ReadonlyMap<Address, bigint>,
): readonly Call[] {
  const to = BASE.at(ctx.book, 'staker')
  const call = (data: Hex): Call => ({ to, valueWei: 0n, data })
  return [
    ...stakes.map(({ key }) =>
      call(encodeFunctionData({ abi: stakerAbi, functionName: 'unstakeToken', args: [key, positionId] })),
    ),
    ...[...claims].map(([token, amount]) => buildClaim(ctx, token, amount)),
    call(
      encodeFunctionData({
        abi: stakerAbi,
        functionName: 'withdrawToken',
        args: [positionId, ctx.account, '0x'],
      }),
    ),
  ]
}
