import { type Address, type Hex, numberToHex } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { decodeAbiParameters } from '../../core/decode-abi-parameters.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import type { PositionDelta } from '../../core/outcome.ts'
import type { Call } from '../../core/plan.ts'
import type { SettlementInput } from '../../core/tool-def.ts'
import type { TokenAmounts } from '../../kit/concentrated-liquidity.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { minimumAfterSlippage } from '../../kit/slippage.ts'
import { v3PositionsAbi } from './abi.ts'
import { NO_DEADLINE, type PlanPart } from './liquidity.ts'

/** Whose positions are left, as books and the kit know it. */
const V3 = 'uniswap-v3'

/** `amountMax` of a collect that takes everything. */
const EVERYTHING = 2n ** 128n - 1n

/** A position of Uniswap V3 that is the account's. */
export interface V3Position {
  readonly id: bigint
  readonly manager: Address
  readonly token0: Address
  readonly token1: Address
  readonly feeTier: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
}

type Planning = Pick<ToolContext, 'book' | 'chain' | 'account'>

/**
 * Read a position of Uniswap V3, in one request.
 *
 * @throws ToolError POSITION_NOT_FOUND, POSITION_NOT_OWNED, INSUFFICIENT_LIQUIDITY, PROTOCOL_NOT_DEPLOYED
 */
export async function readV3Position(ctx: Planning, positionId: string): Promise<V3Position> {
  const manager = contractOf(ctx.book, V3, 'positionManager')
  const of = { address: manager, abi: v3PositionsAbi, args: [BigInt(positionId)] } as const
  const [position, owner] = await ctx.chain.multicall({
    ...inOneCall(ctx.book),
    contracts: [
      { ...of, functionName: 'positions' },
      { ...of, functionName: 'ownerOf' },
    ],
  })
  if (position.result === undefined || owner.result === undefined) {
    throw new ToolError('POSITION_NOT_FOUND', { positionId })
  }
  if (!isAddressEqual(owner.result, ctx.account)) {
    throw new ToolError('POSITION_NOT_OWNED', { positionId, found: owner.result, expected: ctx.account })
  }
  const [, , token0, token1, feeTier, tickLower, tickUpper, liquidity] = position.result
  if (liquidity === 0n) {
    const subject = `position ${positionId} of Uniswap V3`
    throw new ToolError('INSUFFICIENT_LIQUIDITY', { subject, found: 0n, expected: 1n })
  }
  return { id: BigInt(positionId), manager, token0, token1, feeTier, tickLower, tickUpper, liquidity }
}

/** Build the calls that take all out of a position, for at least so much, collect it with all fees, and burn the NFT. */
function buildExit({ id, manager, liquidity }: V3Position, recipient: Address, least: TokenAmounts): Call[] {
  const call = (data: Hex): Call => ({ to: manager, valueWei: 0n, data })
  return [
    call(
      encodeFunctionData({
        abi: v3PositionsAbi,
        functionName: 'decreaseLiquidity',
        args: [
          {
            tokenId: id,
            liquidity,
            amount0Min: least.amount0,
            amount1Min: least.amount1,
            deadline: NO_DEADLINE,
          },
        ],
      }),
    ),
    call(
      encodeFunctionData({
        abi: v3PositionsAbi,
        functionName: 'collect',
        args: [{ tokenId: id, recipient, amount0Max: EVERYTHING, amount1Max: EVERYTHING }],
      }),
    ),
    call(encodeFunctionData({ abi: v3PositionsAbi, functionName: 'burn', args: [id] })),
  ]
}

/** Plan the end of a position, in one request; what it pays is what its manager answers when it is asked to pay. */
export async function planExit(ctx: Planning, position: V3Position, slippageBps: number): Promise<PlanPart> {
  const { account } = ctx
  const { result } = await ctx.chain.simulateContract({
    address: position.manager,
    abi: v3PositionsAbi,
    functionName: 'multicall',
    args: [buildExit(position, account, { amount0: 0n, amount1: 0n }).map(({ data }) => data)],
    account,
  })
  const [removed, paid] = result.slice(0, 2).map(readAmounts) as [TokenAmounts, TokenAmounts]
  const least = {
    amount0: minimumAfterSlippage(removed.amount0, slippageBps),
    amount1: minimumAfterSlippage(removed.amount1, slippageBps),
  }
  return { calls: buildExit(position, account, least), change: paid, allowances: [] }
}

const readAmounts = (data: Hex): TokenAmounts => {
  const [amount0, amount1] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], data)
  return { amount0, amount1 }
}

/** Describe how much liquidity leaves a position of Uniswap V3. */
export const leaves = (id: bigint, liquidity: bigint): PositionDelta => ({
  protocol: V3,
  key: numberToHex(id, { size: 32 }),
  kind: 'held',
  unitsDelta: -liquidity,
})

/** Read from a receipt what left positions of Uniswap V3: what contracts say that the plan called. */
export const readLeft = ({ plan, receipt }: Pick<SettlementInput, 'plan' | 'receipt'>) =>
  parseEventLogs({
    abi: v3PositionsAbi,
    eventName: 'DecreaseLiquidity',
    logs: logsOfCalled({ plan, receipt }),
  }).map(({ args: { tokenId, liquidity } }) => ({ id: tokenId, liquidity }))
