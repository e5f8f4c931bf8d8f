import { TransactionNotFoundError, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { replayRevert } from '../../kit/replay-revert.ts'

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Union([schema, Type.Null()])

/** Read a transaction and its receipt: status, gas, confirmations, revert reason. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_transaction',
  description: 'Read a transaction and its receipt: status, gas, confirmations, revert reason.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_transaction reads one transaction by hash: whether it is pending, succeeded or reverted and why, gas used and confirmations.',
  promptGuidelines: ['A pending transaction may still be replaced or dropped.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ hash: HashSchema }, { additionalProperties: false }),
  output: Type.Object({
    hash: HashSchema,
    status: Type.Union([Type.Literal('pending'), Type.Literal('success'), Type.Literal('reverted')]),
    from: AddressSchema,
    to: Nullable(AddressSchema),
    valueWei: BaseUnitsSchema,
    data: HexSchema,
    nonce: Type.Integer(),
    blockNumber: Nullable(Type.String()),
    confirmations: Type.Integer(),
    gasUsed: Nullable(BaseUnitsSchema),
    effectiveGasPriceWei: Nullable(BaseUnitsSchema),
    createdContract: Nullable(AddressSchema),
    logCount: Type.Integer(),
    /** Why it reverted, when the node can still replay it. */
    revertReason: Nullable(Type.String()),
  }),
  errorCodes: ['NOT_FOUND'],
  async read({ hash }, ctx) {
    ctx.step('read')
    const [transaction, receipt, head] = await Promise.all([
      ctx.chain.getTransaction({ hash }).catch((cause) => {
        if (!(cause instanceof TransactionNotFoundError)) throw cause
        throw new ToolError(
          'NOT_FOUND',
          { subject: `transaction ${hash}`, reason: 'the node has no such transaction' },
          { cause },
        )
      }),
      ctx.chain.getTransactionReceipt({ hash }).catch((cause): TransactionReceipt | undefined => {
        if (!(cause instanceof TransactionReceiptNotFoundError)) throw cause
        return undefined
      }),
      ctx.chain.getBlockNumber(),
    ])
    return {
      hash,
      status: receipt?.status ?? ('pending' as const),
      from: transaction.from,
      to: transaction.to,
      valueWei: transaction.value.toString(),
      data: transaction.input,
      nonce: transaction.nonce,
      blockNumber: receipt?.blockNumber.toString() ?? null,
      confirmations: receipt ? Number(head - receipt.blockNumber) + 1 : 0,
      gasUsed: receipt?.gasUsed.toString() ?? null,
      effectiveGasPriceWei: receipt?.effectiveGasPrice.toString() ?? null,
      createdContract: receipt?.contractAddress ?? null,
      logCount: receipt?.logs.length ?? 0,
      revertReason: receipt?.status === 'reverted' ? await replayRevert(ctx, transaction) : null,
    }
  },
})
