import { getAddress } from 'viem'
import { AddressSchema, TokenSchema, Type } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change an asset's price feed and staleness. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_feed',
  description:
    "Change the price feed of an asset and its staleness through the timelock, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_feed changes by which feed the cage prices an asset and how old an answer may be; it needs the owner's approval.",
  promptGuidelines: ['It always loosens: queue it first.'],
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  members: {
    token: TokenSchema,
    feed: AddressSchema,
    maxStalenessSeconds: Type.Integer({
      minimum: 0,
      maximum: 4_294_967_295,
      description: 'oldest answer that counts as fresh, in seconds',
    }),
  },
  encode: async ({ token, feed, maxStalenessSeconds }, ctx) =>
    encodeChange('setFeed', [
      (await resolveErc20(ctx, token)).address,
      getAddress(feed),
      maxStalenessSeconds,
    ]),
})
