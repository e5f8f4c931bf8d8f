import { BaseUnitsSchema, TokenSchema } from '../../core/schema.ts'
import { resolveErc20 } from '../../core/tokens.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change an asset's position cap. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_position_cap',
  description: "Change the largest exposure to an asset, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_position_cap changes the largest exposure to one asset in USDC; zero stops new exposure; it needs the owner's approval.",
  promptGuidelines: [
    'A lower cap works at once; a higher one has to be queued first.',
    'The cage rounds caps down to cents.',
  ],
  errorCodes: ['UNKNOWN_TOKEN', 'PROTOCOL_NOT_DEPLOYED'],
  members: { token: TokenSchema, capUsdcBaseUnits: BaseUnitsSchema },
  encode: async ({ token, capUsdcBaseUnits }, ctx) =>
    encodeChange('setPositionCap', [(await resolveErc20(ctx, token)).address, BigInt(capUsdcBaseUnits)]),
})
