import { getAddress } from 'viem'
import { AddressSchema, Type } from '../../core/schema.ts'
import { CodeSchema, SelectorsSchema, toCode, toSelectors } from './code-schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Approve functions of a target. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_target',
  description:
    "Approve functions of a contract, with what checks its calls and counts its positions, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_target approves functions that the cage may call on a contract, with its call checker and position reader; it needs the owner's approval.",
  promptGuidelines: [
    'It always loosens: queue it first.',
    'null takes a checker away; name the present one to keep it. A reader that is there has to be named.',
  ],
  members: {
    target: AddressSchema,
    selectors: SelectorsSchema,
    checker: Type.Union([CodeSchema, Type.Null()]),
    reader: Type.Union([CodeSchema, Type.Null()]),
  },
  encode: ({ target, selectors, checker, reader }) =>
    encodeChange('setTarget', [getAddress(target), toSelectors(selectors), toCode(checker), toCode(reader)]),
})
