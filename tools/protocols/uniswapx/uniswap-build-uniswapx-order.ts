import { hashTypedData, multicall3Abi, type TypedDataDefinition, zeroAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { toJson } from '../../core/json.ts'
import { BaseUnitsSchema, HashSchema, HexSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { ETHEREUM_CHAINS } from '../../kit/chains.ts'
import { contractOf } from '../../kit/contract-of.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { readAmount } from '../../kit/read-amount.ts'
import { noncesAbi, reactorAbi } from './abi.ts'
import { BASE } from './base.ts'
import { describeOrder, encodeOrder, NonceSchema, ORDER_OUTPUT, type Order, placeOf } from './order.ts'
import { buildTypedOrder } from './typed-order.ts'

/** Longest lifetime of an order: a day. */
const MOST_TTL_SECONDS = 86_400

const MAX_UINT256 = 2n ** 256n - 1n

/** Bits of a word of nonces. */
const WORD_BITS = 256n

const invalid = (path: string, problem: string) => new ToolError('INVALID_PARAMS', { path, problem })

/** Build a Dutch order of the account, and what its signer would sign; nothing is signed. */
export const TOOL_DEF = defineReadTool({
  name: 'uniswap_build_uniswapx_order',
  description: 'Build a Dutch order of UniswapX with the EIP-712 typed data to sign, without signing it.',
  category: 'trading',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['tokens', 'read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'uniswap_build_uniswapx_order builds the order by which the account would sell an exact amount for an output that falls over time, with the typed data of Permit2 to sign; it never signs.',
  promptGuidelines: [
    'Nothing keeps its nonce: two orders that are built one after the other have the same, and one of them at most can be filled.',
    'Fillers pay what the order asks at the time: begin a little above what a swap brings, end at the least that you take.',
  ],
  supportedChains: ETHEREUM_CHAINS,
  input: Type.Object(
    {
      tokenIn: TokenSchema,
      tokenOut: TokenSchema,
      amountInBaseUnits: BaseUnitsSchema,
      startAmountOutBaseUnits: BaseUnitsSchema,
      endAmountOutBaseUnits: Type.Optional(
        Type.String({
          ...BaseUnitsSchema,
          description: 'least output, when the decay is over; as much as at its start by default',
        }),
      ),
      decaySeconds: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MOST_TTL_SECONDS,
          description: 'how long the output falls; its whole lifetime by default',
        }),
      ),
      ttlSeconds: Type.Integer({
        minimum: 1,
        maximum: MOST_TTL_SECONDS,
        description: 'lifetime of the order',
      }),
      nonce: Type.Optional(
        Type.String({
          ...NonceSchema,
          description: 'nonce of Permit2; the least of the first 1024 that is not used up by default',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    ...ORDER_OUTPUT,
    /** The order as its reactor takes it. */
    order: HexSchema,
    /** Domain, types, primary type and message; integers are decimal strings. */
    typedData: Type.Unknown(),
    digest: HashSchema,
  }),
  errorCodes: ['ZERO_AMOUNT', 'SAME_TOKEN', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const { ttlSeconds, decaySeconds = ttlSeconds, startAmountOutBaseUnits } = params
    const amountIn = readAmount(params.amountInBaseUnits, 'amountInBaseUnits')
    const startAmount = readAmount(startAmountOutBaseUnits, 'startAmountOutBaseUnits')
    const endAmount = readAmount(
      params.endAmountOutBaseUnits ?? startAmountOutBaseUnits,
      'endAmountOutBaseUnits',
    )
    if (endAmount > startAmount) throw invalid('/endAmountOutBaseUnits', 'is above what it starts with')
    if (decaySeconds > ttlSeconds) throw invalid('/decaySeconds', 'is longer than the order lives')
    const nonce = params.nonce === undefined ? undefined : BigInt(params.nonce)
    if (nonce !== undefined && nonce > MAX_UINT256) throw invalid('/nonce', 'is no number below 2^256')
    ctx.step('tokens')
    const [tokenIn, tokenOut] = await Promise.all([
      resolveErc20(ctx, params.tokenIn),
      resolveErc20(ctx, params.tokenOut),
    ])
    if (isAddressEqual(tokenIn.address, tokenOut.address)) {
      throw new ToolError('SAME_TOKEN', { token: tokenIn.symbol })
    }
    ctx.step('read')
    const { nowSeconds, freeNonce } = await readSigning(ctx, nonce)
    const order: Order = {
      info: {
        reactor: BASE.on(ctx.book).reactor,
        swapper: ctx.account,
        nonce: freeNonce,
        deadline: nowSeconds + BigInt(ttlSeconds),
        additionalValidationContract: zeroAddress,
        additionalValidationData: '0x',
      },
      decayStartTime: nowSeconds,
      decayEndTime: nowSeconds + BigInt(decaySeconds),
      exclusiveFiller: zeroAddress,
      exclusivityOverrideBps: 0n,
      input: { token: tokenIn.address, startAmount: amountIn, endAmount: amountIn },
      outputs: [{ token: tokenOut.address, startAmount, endAmount, recipient: ctx.account }],
    }
    const typedData = buildTypedOrder(ctx.book, order)
    return {
      ...describeOrder(order),
      order: encodeOrder(order),
      typedData: toJson(typedData),
      digest: hashTypedData(typedData as unknown as TypedDataDefinition),
    }
  },
})

/** Read the time, and a nonce that is not used up; what the reactor pays through has to be the Permit2 that is known. */
async function readSigning(ctx: Pick<ToolContext, 'book' | 'chain' | 'account'>, nonce: bigint | undefined) {
  const { book, chain, account } = ctx
  const permit2 = contractOf(book, 'permit2', 'permit2')
  const words = nonce === undefined ? [0n, 1n, 2n, 3n] : [placeOf(nonce).word]
  const batch = { ...inOneCall(book), allowFailure: false } as const
  const [[nowSeconds, paidThrough], bitmaps] = await Promise.all([
    chain.multicall({
      ...batch,
      contracts: [
        { address: batch.multicallAddress, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' },
        { address: BASE.on(book).reactor, abi: reactorAbi, functionName: 'permit2' },
      ],
    }),
    chain.multicall({
      ...batch,
      contracts: words.map(
        (word) =>
          ({ address: permit2, abi: noncesAbi, functionName: 'nonceBitmap', args: [account, word] }) as const,
      ),
    }),
  ])
  if (!isAddressEqual(paidThrough, permit2)) {
    throw new ToolError('CHAIN_READ_FAILED', {
      subject: "the reactor's Permit2",
      reason: `it is ${paidThrough}, expected ${permit2}`,
    })
  }
  const candidates =
    nonce === undefined
      ? words.flatMap((word) => Array.from({ length: 256 }, (_, bit) => word * WORD_BITS + BigInt(bit)))
      : [nonce]
  const freeNonce = candidates.find((candidate) => {
    const { word, mask } = placeOf(candidate)
    return ((bitmaps[words.indexOf(word)] ?? 0n) & mask) === 0n
  })
  if (freeNonce === undefined) {
    throw invalid(
      '/nonce',
      nonce === undefined ? 'has to be given: the first 1024 are used up' : 'is used up',
    )
  }
  return { nowSeconds, freeNonce }
}
