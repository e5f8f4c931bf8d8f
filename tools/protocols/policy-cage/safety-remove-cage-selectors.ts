import { getAddress } from 'viem'
import { AddressSchema } from '../../core/schema.ts'
import { SelectorsSchema, toSelectors } from './code-schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Forbid functions of a target. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_remove_cage_selectors',
  description: "Forbid functions of a contract at once, with the owner's approval.",
  promptSnippet:
    "safety_remove_cage_selectors takes functions of a contract off the cage's list at once, exits included; it needs the owner's approval.",
  promptGuidelines: [
    'It only tightens: apply it, nothing has to be queued.',
    'Positions that only these functions end stay where they are.',
  ],
  members: { target: AddressSchema, selectors: SelectorsSchema },
  encode: ({ target, selectors }) =>
    encodeChange('removeSelectors', [getAddress(target), toSelectors(selectors)]),
})
