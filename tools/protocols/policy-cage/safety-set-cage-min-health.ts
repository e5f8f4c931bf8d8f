import { ToolError } from '../../core/errors.ts'
import { Type } from '../../core/schema.ts'
import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Change the least health of positions with debt. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_set_cage_min_health',
  description: "Change the least health of positions with debt, with the owner's approval.",
  promptSnippet:
    "safety_set_cage_min_health changes the health below which only what raises it passes the cage, 18 decimals; it needs the owner's approval.",
  promptGuidelines: ['A higher floor works at once; a lower one has to be queued first.'],
  members: {
    minHealthWad: Type.String({
      pattern: '^(0|[1-9][0-9]{0,18})$',
      description: 'least health with 18 decimals, at most 18446744073709551615; liquidation is at 10^18',
    }),
  },
  encode: ({ minHealthWad }) => {
    const least = BigInt(minHealthWad)
    if (least >= 2n ** 64n) {
      throw new ToolError('INVALID_PARAMS', {
        path: '/minHealthWad',
        problem: 'is above 18446744073709551615',
      })
    }
    return encodeChange('setMinHealth', [least])
  },
})
