import { getAddress } from 'viem'
import { AddressSchema, BaseUnitsSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Approve an asset of the cage. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_add_cage_asset',
  description:
    "Approve an asset with feed, staleness and cap through the timelock, with the owner's approval.",
  promptSnippet:
    "safety_add_cage_asset approves a token that the cage may hold, with its feed, staleness and position cap; it needs the owner's approval.",
  promptGuidelines: [
    'It always loosens: queue it first.',
    'An asset is never removed: set its cap to 0 instead.',
  ],
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  members: {
    token: TokenSchema,
    feed: AddressSchema,
    maxStalenessSeconds: Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'oldest answer that counts as fresh, in seconds',
    }),
    capUsdcBaseUnits: BaseUnitsSchema,
    isBase: Type.Boolean({ description: 'whether it is a numeraire, which carries no risk of its own' }),
  },
  encode: async ({ token, feed, maxStalenessSeconds, capUsdcBaseUnits, isBase }, ctx) =>
    encodeChange('addAsset', [
      {
        token: (await resolveErc20(ctx, token)).address,
        feed: getAddress(feed),
        maxStalenessSeconds,
        capUsdc: BigInt(capUsdcBaseUnits),
        isBase,
      },
    ]),
})
