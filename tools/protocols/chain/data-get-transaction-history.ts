import { getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, HashSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { PAGE_OUTPUT, PAGE_PARAMETERS, readPage } from '../../kit/log-page.ts'
import { type LogWindow, listBlocks } from '../../kit/log-window.ts'
import { nameCall } from '../../kit/read-call.ts'

/** Most blocks that are read in full for one page. */
const MOST_BLOCKS = 50

const Nullable = { text: Type.Union([Type.String(), Type.Null()]) }

/** List the transactions that an account sent over a short range of blocks, decoded, page by page. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_transaction_history',
  description: 'List transactions that an account sent over a bounded block range, decoded, with a cursor.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'slow',
  progressSteps: ['blocks', 'receipts'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_transaction_history lists what an account sent in the last blocks, decoded, with status and fee, the oldest first; by default of the own operator key.',
  promptGuidelines: [
    'It reads whole blocks: keep the range short, and go on with the cursor.',
    'Contracts send nothing by themselves: ask about the key that acts for them.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      account: Type.Optional(AddressSchema),
      ...PAGE_PARAMETERS,
      blocks: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MOST_BLOCKS, description: 'blocks to look back, 20 by default' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 20, description: 'most transactions, 10 by default' }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    account: AddressSchema,
    ...PAGE_OUTPUT,
    transactions: Type.Array(
      Type.Object({
        hash: HashSchema,
        blockNumber: Type.String(),
        timestampSeconds: Type.Integer(),
        nonce: Type.Integer(),
        /** Null of one that created a contract. */
        to: Type.Union([AddressSchema, Type.Null()]),
        label: Nullable.text,
        protocol: Nullable.text,
        functionName: Nullable.text,
        isCertain: Type.Boolean(),
        valueWei: BaseUnitsSchema,
        status: Type.Union([Type.Literal('success'), Type.Literal('reverted')]),
        gasUsed: BaseUnitsSchema,
        feeWei: BaseUnitsSchema,
      }),
    ),
  }),
  errorCodes: ['INVALID_PARAMS'],
  async read({ account: of, blocks = 20, limit = 10, ...request }, ctx) {
    const account = getAddress(of ?? ctx.operator)
    ctx.step('blocks')
    const asked = { ...request, blocks, limit, mostBlocks: BigInt(MOST_BLOCKS) }
    const { entries, page } = await readPage(ctx, asked, async (range) =>
      (await readSent(ctx, range)).filter(({ from }) => isAddressEqual(from, account)),
    )
    ctx.step('receipts')
    const receipts = await Promise.all(entries.map(({ hash }) => ctx.chain.getTransactionReceipt({ hash })))
    return {
      account,
      ...page,
      transactions: entries.map((entry, index) => {
        const call = nameCall(ctx, entry.to ?? undefined, entry.input)
        const { status = 'reverted', gasUsed = 0n, effectiveGasPrice = 0n } = receipts[index] ?? {}
        return {
          hash: entry.hash,
          blockNumber: entry.blockNumber.toString(),
          timestampSeconds: Number(entry.timestamp),
          nonce: entry.nonce,
          to: entry.to,
          label: call.label,
          protocol: call.protocol,
          functionName: call.functionName,
          isCertain: call.isCertain,
          valueWei: entry.value.toString(),
          status,
          gasUsed: gasUsed.toString(),
          feeWei: (gasUsed * effectiveGasPrice).toString(),
        }
      }),
    }
  },
})

/** Read the transactions of a range of blocks, each with its place. */
async function readSent({ chain }: Pick<ToolContext, 'chain'>, range: LogWindow) {
  const blocks = await Promise.all(
    listBlocks(range).map((blockNumber) => chain.getBlock({ blockNumber, includeTransactions: true })),
  )
  return blocks.flatMap(({ number: blockNumber, timestamp, transactions }) =>
    transactions.map(({ hash, from, to, input, nonce, value }, logIndex) => ({
      hash,
      from,
      to,
      input,
      nonce,
      value,
      timestamp,
      blockNumber,
      logIndex,
    })),
  )
}
