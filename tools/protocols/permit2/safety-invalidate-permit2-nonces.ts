import { type Address, getAddress } from 'viem'
import type { ToolContext } from '../../core/context.ts'
import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { ToolError } from '../../core/errors.ts'
import { parseEventLogs } from '../../core/event-logs.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { EMPTY_OUTCOME } from '../../core/outcome.ts'
import { planTransaction } from '../../core/plan.ts'
import { AddressSchema, BaseUnitsSchema, HexSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineWriteTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { logsOfCalled } from '../../kit/logs-of-called.ts'
import { permit2Abi } from './abi.ts'
import { BASE } from './base.ts'
import { renderWord, toMasks } from './unordered-nonces.ts'

/** Most ordered nonces that one call may skip (AllowanceTransfer.invalidateNonces). */
const MOST_SKIPPED = 2 ** 16 - 1

const MAX_UINT256 = 2n ** 256n - 1n

const NonceSchema = Type.String({ pattern: '^(0|[1-9][0-9]{0,77})$', description: 'an unordered nonce' })

const invalid = (path: string, problem: string) => new ToolError('INVALID_PARAMS', { path, problem })

/** Void permits and orders that were signed for Permit2 and not used yet, by both kinds of their nonces. */
export const TOOL_DEF = defineWriteTool({
  name: 'safety_invalidate_permit2_nonces',
  description: 'Invalidate signed Permit2 permits and orders, by both kinds of nonces.',
  category: 'safety',
  riskTier: 'layer2',
  tickBudget: 'medium',
  progressSteps: ['read', 'build'],
  spriteTrigger: 'executing',
  promptSnippet:
    'safety_invalidate_permit2_nonces voids what was signed for Permit2 and not used yet: permits by token and spender, transfers and orders by their nonce or word.',
  promptGuidelines: ['An allowance that is granted already survives it: revoke it as well.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      pairs: Type.Optional(
        Type.Array(
          Type.Object(
            {
              token: TokenSchema,
              spender: AddressSchema,
              newNonce: Type.Optional(
                Type.Integer({
                  minimum: 1,
                  maximum: 2 ** 48 - 1,
                  description: 'first nonce that stays valid; one more than the next by default',
                }),
              ),
            },
            { additionalProperties: false },
          ),
          { maxItems: 16 },
        ),
      ),
      nonces: Type.Optional(Type.Array(NonceSchema, { maxItems: 64 })),
      words: Type.Optional(
        Type.Array(
          Type.String({ pattern: '^(0|[1-9][0-9]{0,74})$', description: 'a word: 256 unordered nonces' }),
          { maxItems: 16 },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    pairs: Type.Array(
      Type.Object({
        token: AddressSchema,
        spender: AddressSchema,
        oldNonce: Type.Integer(),
        newNonce: Type.Integer(),
      }),
    ),
    words: Type.Array(Type.Object({ word: BaseUnitsSchema, mask: HexSchema })),
  }),
  errorCodes: ['INVALID_PARAMS', 'UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async plan({ pairs = [], nonces = [], words = [] }, ctx) {
    const to = BASE.on(ctx.book).permit2
    const tooLarge = nonces.findIndex((nonce) => BigInt(nonce) > MAX_UINT256)
    if (tooLarge >= 0) throw invalid(`/nonces/${tooLarge}`, 'is no number below 2^256')
    const named = await Promise.all(
      pairs.map(async ({ token, spender, newNonce }) => ({
        token: (await resolveErc20(ctx, token)).address,
        spender: getAddress(spender),
        newNonce,
      })),
    )
    const twice = named.findIndex((pair, index) => named.slice(0, index).some((other) => isSame(pair, other)))
    if (twice >= 0) throw invalid(`/pairs/${twice}`, 'names a token and a spender that were named before')
    ctx.step('read')
    const read = await readNonces(ctx, named, toMasks(nonces.map(BigInt), words.map(BigInt)))
    ctx.step('build')
    const ordered = read.ordered.map(({ token, spender, newNonce }) =>
      encodeFunctionData({
        abi: permit2Abi,
        functionName: 'invalidateNonces',
        args: [token, spender, newNonce],
      }),
    )
    const unordered = read.unordered.map(({ word, mask }) =>
      encodeFunctionData({ abi: permit2Abi, functionName: 'invalidateUnorderedNonces', args: [word, mask] }),
    )
    const calls = [...ordered, ...unordered].map((data) => ({ to, valueWei: 0n, data }))
    if (calls.length === 0) throw invalid('/', 'names no nonce that is not used up already')
    return planTransaction(calls, {})
  },
  settle({ plan, receipt, account }) {
    const own = { abi: permit2Abi, logs: logsOfCalled({ plan, receipt }) }
    return {
      data: {
        pairs: parseEventLogs({ ...own, eventName: 'NonceInvalidation' })
          .filter(({ args: { owner } }) => isAddressEqual(owner, account))
          .map(({ args: { token, spender, oldNonce, newNonce } }) => ({
            token,
            spender,
            oldNonce,
            newNonce,
          })),
        words: parseEventLogs({ ...own, eventName: 'UnorderedNonceInvalidation' })
          .filter(({ args: { owner } }) => isAddressEqual(owner, account))
          .map(({ args: { word, mask } }) => ({ word: word.toString(), mask: renderWord(mask) })),
      },
      actualOutcome: EMPTY_OUTCOME,
      groundTruthSource: 'log_comparison',
    }
  },
})

interface Pair {
  readonly token: Address
  readonly spender: Address
  readonly newNonce: number | undefined
}

const isSame = (a: Pair, b: Pair) => isAddressEqual(a.token, b.token) && isAddressEqual(a.spender, b.spender)

/** Read where the nonces stand; what is used up already is left out, what Permit2 would refuse is refused. */
async function readNonces(
  { chain, book, account }: Pick<ToolContext, 'chain' | 'book' | 'account'>,
  pairs: readonly Pair[],
  masks: ReadonlyMap<bigint, bigint>,
) {
  const permit2 = { address: BASE.on(book).permit2, abi: permit2Abi } as const
  const multicall = { ...inOneCall(book), allowFailure: false } as const
  const [allowances, bitmaps] = await Promise.all([
    chain.multicall({
      ...multicall,
      contracts: pairs.map(
        ({ token, spender }) =>
          ({ ...permit2, functionName: 'allowance', args: [account, token, spender] }) as const,
      ),
    }),
    chain.multicall({
      ...multicall,
      contracts: [...masks.keys()].map(
        (word) => ({ ...permit2, functionName: 'nonceBitmap', args: [account, word] }) as const,
      ),
    }),
  ])
  const ordered = pairs.map(({ token, spender, newNonce }, index) => {
    const [, , next = 0] = allowances[index] ?? []
    const wanted = newNonce ?? next + 1
    if (wanted <= next || wanted - next > MOST_SKIPPED) {
      const bounds = `${next + 1} to ${next + MOST_SKIPPED}`
      throw invalid(`/pairs/${index}/newNonce`, `is ${wanted}, expected ${bounds}: the next nonce is ${next}`)
    }
    return { token, spender, newNonce: wanted }
  })
  const unordered = [...masks].flatMap(([word, mask], index) => {
    const open = mask & ~(bitmaps[index] ?? 0n)
    return open === 0n ? [] : [{ word, mask: open }]
  })
  return { ordered, unordered }
}
