import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, HexSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { permit2Abi } from './abi.ts'
import { BASE } from './base.ts'
import { countUsed, firstFree, renderWord } from './unordered-nonces.ts'

/** Words that are read unless some are named: signers begin to count at the first. */
const DEFAULT_WORDS = 8

/** Read which unordered nonces of an owner are used up in Permit2. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_permit2_nonces',
  description: 'Read which words of the unordered nonces of an owner are used in Permit2.',
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_permit2_nonces reads which unordered nonces of an owner Permit2 has seen or voided, word by word, and the first that is free.',
  promptGuidelines: [
    'A word holds 256 nonces; nonce n lies in word n / 256.',
    'Ordered nonces are those of single allowances: read them with data_get_permit2_allowance.',
  ],
  supportedChains: EVM_CHAINS,
  input: Type.Object(
    {
      owner: Type.Optional(AddressSchema),
      words: Type.Optional(
        Type.Array(
          Type.String({ pattern: '^(0|[1-9][0-9]{0,74})$', description: 'place of a word, below 2^248' }),
          { minItems: 1, maxItems: 64, description: `words to read, the first ${DEFAULT_WORDS} by default` },
        ),
      ),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    owner: AddressSchema,
    words: Type.Array(
      Type.Object({
        word: BaseUnitsSchema,
        /** Bit i is set when nonce 256 × word + i is used up. */
        bitmap: HexSchema,
        usedCount: Type.Integer(),
        /** Null when all of the word are used up. */
        firstFreeNonce: Type.Union([BaseUnitsSchema, Type.Null()]),
      }),
    ),
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const address = BASE.on(ctx.book).permit2
    const owner = getAddress(params.owner ?? ctx.account)
    const words =
      params.words?.map(BigInt) ?? Array.from({ length: DEFAULT_WORDS }, (_, word) => BigInt(word))
    ctx.step('read')
    const bitmaps = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      allowFailure: false,
      contracts: words.map(
        (word) => ({ address, abi: permit2Abi, functionName: 'nonceBitmap', args: [owner, word] }) as const,
      ),
    })
    return {
      owner,
      words: words.map((word, index) => {
        const bitmap = bitmaps[index] ?? 0n
        return {
          word: word.toString(),
          bitmap: renderWord(bitmap),
          usedCount: countUsed(bitmap),
          firstFreeNonce: firstFree(word, bitmap)?.toString() ?? null,
        }
      }),
    }
  },
})
