import { getAddress } from 'viem'
import { AddressSchema, Type } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Approve or remove a recipient. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_recipient',
  description: "Approve or remove an account that the cage may pay, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_recipient approves or removes an account that the cage may pay; it needs the owner's approval.",
  promptGuidelines: ['Removing works at once; approving has to be queued first.'],
  members: { recipient: AddressSchema, isAllowed: Type.Boolean() },
  encode: ({ recipient, isAllowed }) => encodeChange('setRecipient', [getAddress(recipient), isAllowed]),
})
