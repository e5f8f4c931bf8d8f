import type { Hex } from 'viem'
import { HashSchema, Type } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Approve or remove a place in which positions may grow. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_place',
  description: "Approve or remove a place in which positions may grow, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_place approves or removes a market, pool or strategy in which positions of the cage may grow; it needs the owner's approval.",
  promptGuidelines: [
    'Removing works at once; approving has to be queued first.',
    'Positions shrink anywhere.',
  ],
  members: { place: HashSchema, isAllowed: Type.Boolean() },
  encode: ({ place, isAllowed }) => encodeChange('setPlace', [place.toLowerCase() as Hex, isAllowed]),
})
