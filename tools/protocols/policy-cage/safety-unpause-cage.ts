import { defineCageChange, encodeChange } from './define-cage-change.ts'

/** Let a paused cage take risks again. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_unpause_cage',
  description: "Let a paused cage take risks again, with the owner's approval.",
  promptSnippet:
    "safety_unpause_cage lets a paused cage take risks again once the timelock has passed; it needs the owner's approval, exits need no unpausing.",
  promptGuidelines: ['Queue it first; until it is due the cage allows exits only.'],
  members: {},
  encode: () => encodeChange('unpause', []),
})
