import { erc20Abi, getAddress, isAddress } from 'viem'
import { NATIVE_TOKEN } from '../../core/address-book.ts'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { findToken, resolveToken } from '../../core/tokens.ts'
import { defineReadTool } from '../../core/tool-def.ts'
import { EVM_CHAINS } from '../../kit/chains.ts'
import { inOneCall } from '../../kit/in-one-call.ts'

/** Read one ERC-20's name, symbol, decimals and total supply. */
export const TOOL_DEF = defineReadTool({
  name: 'data_get_token_info',
  description: "Read one ERC-20's name, symbol, decimals and total supply.",
  category: 'data',
  riskTier: 'layer1',
  tickBudget: 'fast',
  progressSteps: ['read'],
  spriteTrigger: 'thinking',
  promptSnippet:
    'data_get_token_info reads name, symbol, decimals and total supply of one token and tells whether the token list knows it.',
  promptGuidelines: ['A token that is not listed may bear the name of a listed one; compare addresses.'],
  supportedChains: EVM_CHAINS,
  input: Type.Object({ token: TokenSchema }, { additionalProperties: false }),
  output: Type.Object({
    token: AddressSchema,
    symbol: Type.String(),
    name: Type.String(),
    decimals: Type.Integer(),
    /** Null for the native coin. */
    totalSupplyBaseUnits: Type.Union([BaseUnitsSchema, Type.Null()]),
    isListed: Type.Boolean(),
    hasPriceFeed: Type.Boolean(),
  }),
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  async read(params, ctx) {
    const listed = findToken(ctx.book, params.token)
    // Only a name that is no address and not listed is refused here, with the nearest symbol.
    const address =
      listed?.address ??
      (isAddress(params.token, { strict: false })
        ? getAddress(params.token)
        : (await resolveToken(ctx, params.token)).address)
    ctx.step('read')
    const described = { isListed: listed !== undefined, hasPriceFeed: listed?.feed !== undefined }
    if (listed?.address === NATIVE_TOKEN) {
      const { symbol, name, decimals } = listed
      return { token: address, symbol, name, decimals, totalSupplyBaseUnits: null, ...described }
    }
    const [symbol, name, decimals, totalSupply] = await ctx.chain.multicall({
      ...inOneCall(ctx.book),
      contracts: [
        { address, abi: erc20Abi, functionName: 'symbol' },
        { address, abi: erc20Abi, functionName: 'name' },
        { address, abi: erc20Abi, functionName: 'decimals' },
        { address, abi: erc20Abi, functionName: 'totalSupply' },
      ],
    })
    if (decimals.status === 'failure' || totalSupply.status === 'failure') {
      throw new ToolError('UNKNOWN_TOKEN', { token: params.token, chainId: ctx.book.chainId, suggestion: '' })
    }
    return {
      token: address,
      // Old tokens answer bytes32 here; the list's names stand in.
      symbol: symbol.result ?? listed?.symbol ?? '',
      name: name.result ?? listed?.name ?? '',
      decimals: decimals.result,
      totalSupplyBaseUnits: totalSupply.result.toString(),
      ...described,
    }
  },
})
