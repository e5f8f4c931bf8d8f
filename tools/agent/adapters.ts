import type { Json } from '../core/json.ts'
import { BaseUnitsSchema, BpsSchema, FeeTierSchema, type Static, TokenSchema, Type } from '../core/schema.ts'
import { type ActionAdapter, defineAdapter, passThrough, type RunRead } from './action-adapter.ts'

const SwapSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountInBaseUnits: BaseUnitsSchema,
    feeTier: Type.Optional(FeeTierSchema),
    slippageBps: Type.Optional(BpsSchema),
    amountOutMinimumBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  { additionalProperties: false },
)

const SwapExactOutputSchema = Type.Object(
  {
    tokenIn: TokenSchema,
    tokenOut: TokenSchema,
    amountOutBaseUnits: BaseUnitsSchema,
    feeTier: Type.Optional(FeeTierSchema),
    slippageBps: Type.Optional(BpsSchema),
    amountInMaximumBaseUnits: Type.Optional(BaseUnitsSchema),
  },
  { additionalProperties: false },
)

/** The fields of a quote that the swap tools take over. */
interface Quote {
  readonly feeTier: number
  readonly amountInBaseUnits: string
  readonly amountOutBaseUnits: string
}

const quote = async (
  params: Static<typeof SwapSchema> | Static<typeof SwapExactOutputSchema>,
  run: RunRead,
): Promise<Quote> => {
  const { tokenIn, tokenOut, feeTier } = params
  const wanted: Record<string, Json> = { tokenIn, tokenOut }
  if (feeTier !== undefined) wanted.feeTier = feeTier
  if ('amountInBaseUnits' in params) wanted.amountInBaseUnits = params.amountInBaseUnits
  else wanted.amountOutBaseUnits = params.amountOutBaseUnits
  return (await run('uniswap_get_quote', wanted)) as unknown as Quote
}

/** Every action kind that the catalogue serves. */
export const ACTION_ADAPTERS: readonly ActionAdapter[] = [
  defineAdapter({
    kind: 'swap',
    description: 'Swap an exact amount of one token for another through the best direct pool.',
    reads: ['uniswap_get_quote'],
    write: 'uniswap_execute_swap',
    params: SwapSchema,
    async resolve(params, run) {
      const { feeTier, amountOutBaseUnits } = await quote(params, run)
      return {
        tool: 'uniswap_execute_swap',
        params: { ...params, feeTier, quotedAmountOutBaseUnits: amountOutBaseUnits },
      }
    },
  }),
  defineAdapter({
    kind: 'swap-exact-output',
    description: 'Buy an exact amount of one token with another through the best direct pool.',
    reads: ['uniswap_get_quote'],
    write: 'uniswap_execute_swap_exact_output',
    params: SwapExactOutputSchema,
    async resolve(params, run) {
      const { feeTier, amountInBaseUnits } = await quote(params, run)
      return {
        tool: 'uniswap_execute_swap_exact_output',
        params: { ...params, feeTier, quotedAmountInBaseUnits: amountInBaseUnits },
      }
    },
  }),
  passThrough(
    'swap-multi-hop',
    'uniswap_execute_multihop_swap',
    'Swap an exact amount along a given path of pools.',
  ),
  passThrough('swap-to-price', 'uniswap_swap_to_price', 'Swap until a pool reaches a price.'),
  passThrough('add-liquidity', 'uniswap_add_liquidity', 'Open a liquidity position.'),
  passThrough('increase-liquidity', 'uniswap_increase_liquidity', 'Add to a position.'),
  passThrough('remove-liquidity', 'uniswap_remove_liquidity', 'Take part of a position out.'),
  passThrough('close-liquidity', 'uniswap_close_position', 'Close a position completely.'),
  passThrough('collect-fees', 'uniswap_collect_fees', "Collect a position's fees."),
  passThrough('burn-position', 'uniswap_burn_position', 'Burn an emptied position.'),
  passThrough('wrap', 'weth_wrap_eth', 'Wrap ETH into WETH.'),
  passThrough('unwrap', 'weth_unwrap_eth', 'Unwrap WETH into ETH.'),
  passThrough('transfer', 'wallet_transfer_token', 'Send a token to an allowlisted recipient.'),
  passThrough('transfer-native', 'wallet_transfer_native', 'Send ETH to an allowlisted recipient.'),
  passThrough('approve', 'erc20_approve_spender', 'Approve an exact amount for a spender.'),
  passThrough('permit2-approve', 'permit2_approve_spender', 'Grant an expiring Permit2 allowance.'),
  passThrough(
    'sign-permit',
    'permit2_sign_permit',
    'Sign an expiring Permit2 allowance; it counts as spent.',
  ),
  passThrough('revoke-allowance', 'safety_revoke_allowance', 'Set an allowance back to zero.'),
  passThrough(
    'revoke-permit2-allowance',
    'safety_revoke_permit2_allowance',
    'Set Permit2 allowances back to zero.',
  ),
]
