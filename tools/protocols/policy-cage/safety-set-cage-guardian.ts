import { getAddress } from 'viem'
import { AddressSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Replace the guardian of the cage. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_guardian',
  description: "Replace the guardian of the cage through the timelock, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_guardian replaces the second signer of the cage once the timelock has passed; it needs the owner's approval, and the guardian may drop it once.",
  promptGuidelines: [
    'It always loosens: queue it first.',
    'What the old guardian signed is worth nothing from then on.',
  ],
  members: { guardian: AddressSchema },
  encode: ({ guardian }) => encodeChange('setGuardian', [getAddress(guardian)]),
})
