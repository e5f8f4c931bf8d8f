import { getAddress } from 'viem'
import { AddressSchema, Type } from '../../core/schema.ts'
import { CodeSchema, toCode } from './code-schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Replace a position reader. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_reader',
  description:
    "Replace the reader by which the cage counts a protocol's positions, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_reader replaces a position reader by one that reports every position alike; it needs the owner's approval.",
  promptGuidelines: [
    'It always loosens: queue it first.',
    'A first reader of a target comes with safety_set_cage_target.',
  ],
  members: {
    replaced: AddressSchema,
    reader: CodeSchema,
    targets: Type.Array(AddressSchema, {
      maxItems: 32,
      description: 'every target that the replaced reader counts for',
    }),
  },
  encode: ({ replaced, reader, targets }) =>
    encodeChange('setReader', [
      getAddress(replaced),
      toCode(reader),
      targets.map((target) => getAddress(target)),
    ]),
})
