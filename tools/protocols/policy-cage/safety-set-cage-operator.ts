import { getAddress } from 'viem'
import { AddressSchema } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Name another operator of the cage, or none. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_operator',
  description: "Name another operator of the cage, or none, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_operator rotates the key that may act through the cage, or takes it away with the zero address; it needs the owner's approval.",
  promptGuidelines: ['Taking the key away works at once; another key has to be queued first.'],
  members: { operator: AddressSchema },
  encode: ({ operator }) => encodeChange('setOperator', [getAddress(operator)]),
})
