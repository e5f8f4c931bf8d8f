import { encodeFunctionData } from '../../core/encode-function-data.ts'
import { policyCageAbi } from '../../core/generated/policy-cage-abi.ts'
import { defineCageChange } from './define-cage-change.ts'

/** Let a paused cage take risks again. */
export const TOOL_DEF = defineCageChange({
  name: 'safety_unpause_cage',
  description: "Let a paused cage take risks again, with the owner's approval.",
  promptSnippet:
    "safety_unpause_cage lets a paused cage take risks again once the timelock has passed; it needs the owner's approval, exits need no unpausing.",
  promptGuidelines: ['Queue it first; until it is due the cage allows exits only.'],
  errorCodes: [],
  members: {},
  encode: () => encodeFunctionData({ abi: policyCageAbi, functionName: 'unpause' }),
})
