import { type Address, encodeAbiParameters, type Hex, parseAbiParameters, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { queriesAbi } from './abi.ts'
import { BASE } from './base.ts'
import { explainRevert, listAssets, type Pool, withoutShares } from './pool.ts'

type Reading = Pick<ToolContext, 'book' | 'chain'>

const MOST = 2n ** 256n - 1n

/** The one way in that tools take: exact tokens for shares (v2-interfaces `WeightedPoolUserData`, `StablePoolUserData`). */
const JOIN_EXACT_TOKENS = 1n
/** Ways out for exact shares; of both kinds of pools the number into one token is the same. */
const EXIT_INTO_ONE = 0n
const EXIT_IN_PROPORTION = { weighted: 1n, 'composable-stable': 2n } as const
/** The way out of a pool in recovery mode, of any kind (v2-interfaces `BasePoolUserData`). */
const EXIT_BY_RECOVERY = 255n
const WAD = 10n ** 18n

/** Codes that quoting a join or an exit may raise. */
export const SHARES_ERROR_CODES = ['POOL_KIND_UNKNOWN', 'POOL_REFUSES'] as const

/** Refuse a pool whose ways in and out nothing here knows. @throws ToolError POOL_KIND_UNKNOWN */
function requireKind({ id, kind }: Pool): keyof typeof EXIT_IN_PROPORTION {
  if (kind !== 'other') return kind
  throw BASE.error('POOL_KIND_UNKNOWN', { pool: id, problem: 'it names no weights, and no amplification' })
}

/** What goes in for at least so many shares. */
const encodeJoin = (amounts: readonly bigint[], leastShares: bigint): Hex =>
  encodeAbiParameters(parseAbiParameters('uint256, uint256[], uint256'), [
    JOIN_EXACT_TOKENS,
    amounts,
    leastShares,
  ])

/** How exact shares are given back: into one token, or in proportion. */
const encodeExit = (pool: Pool, shares: bigint, tokenIndex: number | undefined): Hex =>
  tokenIndex === undefined
    ? encodeAbiParameters(parseAbiParameters('uint256, uint256'), [
        pool.isRecovering ? EXIT_BY_RECOVERY : EXIT_IN_PROPORTION[requireKind(pool)],
        shares,
      ])
    : encodeAbiParameters(parseAbiParameters('uint256, uint256, uint256'), [
        EXIT_INTO_ONE,
        shares,
        BigInt(tokenIndex),
      ])

/** A join as the Vault takes it. */
export function toJoin(pool: Pool, amounts: readonly bigint[], leastShares: bigint) {
  const { assets, amounts: maxAmountsIn } = listAssets(pool, amounts)
  return { assets, maxAmountsIn, userData: encodeJoin(amounts, leastShares), fromInternalBalance: false }
}

/** An exit as the Vault takes it; `least` is of each token that the pool holds. */
export function toExit(
  pool: Pool,
  { shares, tokenIndex, least }: Exit & { readonly least: readonly bigint[] },
) {
  const { assets, amounts: minAmountsOut } = listAssets(pool, least)
  return {
    assets,
    minAmountsOut,
    userData: encodeExit(pool, shares, tokenIndex),
    toInternalBalance: false,
  }
}

/** Shares that are given back, for one token or for all. */
export interface Exit {
  readonly shares: bigint
  readonly tokenIndex?: number | undefined
}

const refuse = (pool: Pool, act: string, error: unknown) =>
  BASE.error('POOL_REFUSES', { pool: pool.id, act, reason: explainRevert(error) })

/**
 * Ask how many shares exact amounts of a pool's tokens bring, in one request.
 *
 * @throws ToolError POOL_REFUSES, POOL_KIND_UNKNOWN, PROTOCOL_NOT_DEPLOYED
 */
export async function quoteJoin(
  ctx: Reading,
  pool: Pool,
  amounts: readonly bigint[],
  account: Address = zeroAddress,
): Promise<bigint> {
  requireKind(pool)
  const request = { ...toJoin(pool, amounts, 0n), maxAmountsIn: listAssets(pool, amounts, MOST).amounts }
  const [answer] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      {
        address: BASE.on(ctx.book).queries,
        abi: queriesAbi,
        functionName: 'queryJoin',
        args: [pool.id, account, account, request],
      } as const,
    ],
  })
  if (answer.status === 'failure') throw refuse(pool, 'the join', answer.error)
  return answer.result[0]
}

/** What shares pay by recovery, which no pool lets be queried (pool-utils `RecoveryModeHelper.sol`). */
function shareOut({ tokens, supply }: Pool, shares: bigint): readonly bigint[] {
  const part = supply ? (shares * WAD) / supply : 0n
  return tokens.map(({ balance }) => (balance * part) / WAD)
}

/**
 * Ask what exact shares pay of each token that a pool holds, in one request.
 *
 * @throws ToolError POOL_REFUSES, POOL_KIND_UNKNOWN, PROTOCOL_NOT_DEPLOYED
 */
export async function quoteExit(
  ctx: Reading,
  pool: Pool,
  exit: Exit,
  account: Address = zeroAddress,
): Promise<readonly bigint[]> {
  requireKind(pool)
  if (pool.isRecovering && exit.tokenIndex === undefined) return shareOut(pool, exit.shares)
  const request = toExit(pool, { ...exit, least: pool.tokens.map(() => 0n) })
  const [answer] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      {
        address: BASE.on(ctx.book).queries,
        abi: queriesAbi,
        functionName: 'queryExit',
        args: [pool.id, account, account, request],
      } as const,
    ],
  })
  if (answer.status === 'failure') throw refuse(pool, 'the exit', answer.error)
  return withoutShares(pool, answer.result[1])
}
