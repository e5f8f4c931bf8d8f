import { getAddress } from 'viem'
import { ToolError } from '../../core/errors.ts'
import { AddressSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Hand the cage to another owner. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_owner',
  description: "Hand the cage to another owner through the timelock, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_owner hands the cage to another OwnerGate or account once the timelock has passed; it needs the present owner's approval.",
  promptGuidelines: ['It always loosens: queue it first.', 'The old owner can undo nothing afterwards.'],
  members: { owner: AddressSchema },
  encode: ({ owner }) => {
    if (BigInt(owner) === 0n) throw new ToolError('INVALID_PARAMS', { path: '/owner', problem: 'is nobody' })
    return encodeChange('setOwner', [getAddress(owner)])
  },
})
