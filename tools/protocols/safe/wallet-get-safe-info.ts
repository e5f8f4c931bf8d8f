import { getAddress, type Hex, zeroAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { isAddressEqual } from '../../core/is-address-equal.ts'
import { AddressSchema, BaseUnitsSchema, Type } from '../../core/schema.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { readAddressWord } from '../../kit/account-kind.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'
import { NO_STATE } from '../../kit/usd-price.ts'
import { safeStateAbi } from './abi.ts'
import { BASE } from './base.ts'
import { MOST_MODULES, SENTINEL, SLOTS } from './settings.ts'

/** Hash of the code that SafeProxyFactory 1.4.1 gives every account (`SafeProxy`, @safe-global/safe-contracts 1.4.1). */
const PROXY_CODE_HASH = '0xd7d408ebcd99b2b70be43e20253d6d92a8ea8fab29bd3be7f55b10032331fb4c'

const NullableAddress = Type.Union([AddressSchema, Type.Null()])

/** Read who owns a Safe, how many of them must sign, and what may act for it without them. */
export const TOOL_DEF = defineReadTool({
  name: 'wallet_get_safe_info',
  description: 'Read owners, threshold, nonce, modules and guard of a Safe.',
  category: 'wallet',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'wallet_get_safe_info reads owners, threshold, nonce, modules and guard of a Safe, and whether its code is the published one.',
  promptGuidelines: ['A module acts for the Safe without any signature of its owners.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ safe: AddressSchema }, { additionalProperties: false }),
  output: Type.Object({
    safe: AddressSchema,
    version: Type.String(),
    singleton: AddressSchema,
    /** Whether it is a proxy of the factory's, and the code behind it that of Safe 1.4.1 on this chain. */
    isPublishedCode: Type.Boolean(),
    owners: Type.Array(AddressSchema),
    threshold: Type.Integer(),
    nonce: BaseUnitsSchema,
    modules: Type.Array(AddressSchema),
    /** Whether there are more modules than are listed. */
    hasMoreModules: Type.Boolean(),
    guard: NullableAddress,
    fallbackHandler: NullableAddress,
  }),
  errorCodes: ['PROTOCOL_NOT_DEPLOYED', 'NOT_FOUND', 'CHAIN_READ_FAILED'],
  async read(params, ctx) {
    const { chain, book } = ctx
    const published = BASE.on(book)
    const safe = getAddress(params.safe)
    const contract = { address: safe, abi: safeStateAbi } as const
    const readSlot = async (slot: Hex) => readAddressWord(await chain.getStorageAt({ address: safe, slot }))
    ctx.step('read')
    const [state, views, singleton, guard, fallbackHandler] = await Promise.all([
      chain.readState({ ...NO_STATE, codeHashes: [safe] }),
      chain.multicall({
        ...inOneCall(book),
        contracts: [
          { ...contract, functionName: 'VERSION' },
          { ...contract, functionName: 'getOwners' },
          { ...contract, functionName: 'getThreshold' },
          { ...contract, functionName: 'nonce' },
          { ...contract, functionName: 'getModulesPaginated', args: [SENTINEL, MOST_MODULES] },
        ],
      }),
      readSlot(SLOTS.singleton),
      readSlot(SLOTS.guard),
      readSlot(SLOTS.fallbackHandler),
    ])
    const [version, owners, threshold, nonce, page] = views.map(({ result }) => result) as [
      string?,
      (readonly Hex[])?,
      bigint?,
      bigint?,
      (readonly [readonly Hex[], Hex])?,
    ]
    if (
      version === undefined ||
      owners === undefined ||
      threshold === undefined ||
      nonce === undefined ||
      page === undefined ||
      singleton === undefined
    ) {
      throw new ToolError('NOT_FOUND', { subject: `a Safe at ${safe}`, reason: 'it does not answer as one' })
    }
    const [modules, next] = page
    return {
      safe,
      version,
      singleton,
      isPublishedCode:
        state.codeHashes[0] === PROXY_CODE_HASH &&
        [published.singleton, published.singletonL2].some((code) => isAddressEqual(code, singleton)),
      owners: [...owners],
      threshold: Number(threshold),
      nonce: nonce.toString(),
      modules: [...modules],
      hasMoreModules: ![SENTINEL, zeroAddress].some((end) => isAddressEqual(end, next)),
      guard: guard ?? null,
      fallbackHandler: fallbackHandler ?? null,
    }
  },
})
