import { TransactionNotFoundError } from 'viem'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'

/** List the agent's own transactions that no block holds yet. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_list_pending_transactions',
  description:
    "List the agent's own transactions that no block holds yet: what was signed for each nonce, at what fee, whether the node has it, and gaps between nonces.",
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'wallet_list_pending_transactions lists own transactions that are signed and not mined, with nonce, fees, deadline and the nonces before them that nothing fills.',
  promptGuidelines: ['While one is open nothing else is sent: wait, speed it up or cancel it.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    sender: AddressSchema,
    /** The nonce that the next block may use. */
    nextNonce: Type.Integer(),
    /** Transactions of the sender that the node holds and no block does, whoever signed them. */
    unconfirmedTransactions: Type.Integer(),
    baseFeePerGasWei: BaseUnitsSchema,
    transactions: Type.Array(
      Type.Object({
        permitId: HashSchema,
        tool: Type.String(),
        nonce: Type.Integer(),
        deadlineSeconds: BaseUnitsSchema,
        permittedFeePerGasWei: BaseUnitsSchema,
        /** Nonces before it that no transaction of this agent fills. */
        missingNonces: Type.Array(Type.Integer()),
        signed: Type.Array(
          Type.Object({
            kind: Type.String(),
            hash: HashSchema,
            maxFeePerGasWei: BaseUnitsSchema,
            priorityFeeWei: BaseUnitsSchema,
            isKnownToNode: Type.Boolean(),
            /** Whether it offers less than the newest block's base fee. */
            isBelowBaseFee: Type.Boolean(),
          }),
        ),
      }),
    ),
  }),
  errorCodes: ['CHAIN_READ_FAILED'],
  async read(_params, ctx) {
    ctx.step('read')
    const flights = ctx.safety.inFlight()
    const sender = flights[0]?.sender ?? ctx.operator
    const isKnown = (hash: (typeof flights)[number]['signed'][number]['hash']) =>
      ctx.chain.getTransaction({ hash }).then(
        () => true,
        (cause: unknown) => {
          if (cause instanceof TransactionNotFoundError) return false
          throw cause
        },
      )
    const [nextNonce, pendingNonce, head, known] = await Promise.all([
      ctx.chain.getTransactionCount({ address: sender }),
      ctx.chain.getTransactionCount({ address: sender, blockTag: 'pending' }),
      ctx.chain.getBlock(),
      Promise.all(flights.map(({ signed }) => Promise.all(signed.map(({ hash }) => isKnown(hash))))),
    ])
    const baseFeeWei = head.baseFeePerGas ?? 0n
    const filled = new Set(flights.map(({ nonce }) => nonce))
    return {
      sender,
      nextNonce,
      unconfirmedTransactions: Math.max(0, pendingNonce - nextNonce),
      baseFeePerGasWei: baseFeeWei.toString(),
      transactions: flights.map(({ permitId, tool, nonce, ...flight }, at) => ({
        permitId,
        tool,
        nonce,
        deadlineSeconds: flight.deadlineSeconds.toString(),
        permittedFeePerGasWei: flight.permittedFeePerGasWei.toString(),
        missingNonces: rangeOf(nextNonce, nonce).filter((before) => !filled.has(before)),
        signed: flight.signed.map(({ kind, hash, maxFeePerGasWei, priorityFeeWei }, index) => ({
          kind,
          hash,
          maxFeePerGasWei: maxFeePerGasWei.toString(),
          priorityFeeWei: priorityFeeWei.toString(),
          isKnownToNode: known[at]?.[index] ?? false,
          isBelowBaseFee: maxFeePerGasWei < baseFeeWei,
        })),
      })),
    }
  },
})

const rangeOf = (from: number, until: number): number[] =>
  Array.from({ length: Math.max(0, until - from) }, (_, index) => from + index)
