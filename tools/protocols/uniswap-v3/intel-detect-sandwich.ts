import { type Address, TransactionReceiptNotFoundError } from 'viem'
import { chainsOf } from '../../core/base.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, SignedBaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { poolAbi } from './abi.ts'
import { toBps } from './analysis/fixed-point.ts'
import { findSandwich, type SentSwap } from './analysis/sandwich.ts'
import { BASE } from './base.ts'
import { identifyPools, type Pool } from './pool.ts'
import { parseSwapLogs } from './swap-logs.ts'

const MAX_POOLS = 4

/** Tell whether a past swap was sandwiched and what it lost. */
export const TOOL_DEF = defineReadTool({
  name: 'intel_detect_sandwich',
  description: 'Tell whether a past Uniswap V3 swap was sandwiched and what it lost.',
  category: 'intelligence',
  riskTier: 'layer1',
  tickBudget: 'medium',
  progressSteps: ['transaction', 'block'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'intel_detect_sandwich looks around a mined Uniswap V3 swap for trades of one other account in the same block, before and after it, and tells what the swap lost to them.',
  promptGuidelines: [
    'A swap over several pools is judged in each of them.',
    'What it would have got is by the liquidity that it met: exact where no tick was crossed.',
  ],
  supportedChains: chainsOf(BASE),
  input: Type.Object({ hash: HashSchema }, { additionalProperties: false }),
  output: Type.Object({
    hash: HashSchema,
    blockNumber: Type.String(),
    isSandwiched: Type.Boolean(),
    poolsJudged: Type.Integer(),
    sandwiches: Type.Array(
      Type.Object({
        pool: AddressSchema,
        tokenIn: AddressSchema,
        tokenOut: AddressSchema,
        attacker: AddressSchema,
        frontHash: HashSchema,
        backHash: HashSchema,
        amountOutBaseUnits: BaseUnitsSchema,
        /** Had it come first. */
        fairAmountOutBaseUnits: BaseUnitsSchema,
        lossBaseUnits: BaseUnitsSchema,
        lossBps: Type.Integer(),
        /** Of the account around it, in tokenIn; gas not counted. */
        attackerProfitBaseUnits: SignedBaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['NOT_FOUND', 'PROTOCOL_NOT_DEPLOYED', 'UNKNOWN_TOKEN'],
  async read({ hash }, ctx) {
    ctx.step('transaction')
    const receipt = await ctx.chain.getTransactionReceipt({ hash }).catch((cause) => {
      if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause
      throw new ToolError('NOT_FOUND', { subject: `transaction ${hash}`, reason: 'it is not mined' })
    })
    const named = [...new Set(parseSwapLogs(receipt.logs).map(({ address }) => address))].slice(0, MAX_POOLS)
    const pools =
      named.length === 0 ? [] : (await identifyPools(ctx, named)).filter((pool) => pool !== undefined)
    if (pools.length === 0) {
      throw new ToolError('NOT_FOUND', {
        subject: `swap in ${hash}`,
        reason: 'no Uniswap V3 pool logged one',
      })
    }
    const { blockNumber } = receipt
    ctx.step('block')
    const [block, logs] = await Promise.all([
      ctx.chain.getBlock({ blockNumber, includeTransactions: true }),
      ctx.chain.getContractEvents({
        address: pools.map(({ address }) => address),
        abi: poolAbi,
        eventName: 'Swap',
        fromBlock: blockNumber,
        toBlock: blockNumber,
        strict: true,
      }),
    ])
    const senders = new Map<string, Address>(block.transactions.map(({ hash: sent, from }) => [sent, from]))
    const found = pools.flatMap((pool) => {
      const swaps = logs
        .filter(({ address }) => address.toLowerCase() === pool.address.toLowerCase())
        .map(
          ({ transactionHash, logIndex, args }): SentSwap => ({
            pool: pool.address,
            blockNumber,
            logIndex,
            transactionHash,
            timestampSeconds: Number(block.timestamp),
            from: senders.get(transactionHash) ?? args.sender,
            ...args,
          }),
        )
      const sandwich = findSandwich(swaps, hash, pool.feeTier)
      return sandwich === undefined ? [] : [describe(pool, sandwich)]
    })
    return {
      hash,
      blockNumber: blockNumber.toString(),
      isSandwiched: found.length > 0,
      poolsJudged: pools.length,
      sandwiches: found,
    }
  },
})

function describe(
  pool: Pool,
  { front, victim, back, fairOut, lossOut, profitIn }: NonNullable<ReturnType<typeof findSandwich>>,
) {
  const sells0 = victim.amount0 > 0n
  const [tokenIn, tokenOut] = sells0 ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  return {
    pool: pool.address,
    tokenIn: tokenIn.address,
    tokenOut: tokenOut.address,
    attacker: front.from,
    frontHash: front.transactionHash,
    backHash: back.transactionHash,
    amountOutBaseUnits: (sells0 ? -victim.amount1 : -victim.amount0).toString(),
    fairAmountOutBaseUnits: fairOut.toString(),
    lossBaseUnits: lossOut.toString(),
    lossBps: toBps(lossOut, fairOut),
    attackerProfitBaseUnits: profitIn.toString(),
  }
}
