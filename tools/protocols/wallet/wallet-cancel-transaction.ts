import { defineReplacementTool } from './define-replacement-tool.ts'

/** Replace a stuck transaction of the operator's by one that does nothing. */
export const TOOL_DEF = defineReplacementTool('cancel', {
  name: 'wallet_cancel_transaction',
  description:
    'Replace a transaction of the operator that is not mined by an empty one at the same nonce, so that it never happens.',
  promptSnippet:
    'wallet_cancel_transaction puts an empty transaction at the nonce of a stuck one, within the gas that its permit allows; whichever is mined first ends the other.',
  promptGuidelines: ['What is mined first counts: look at the permit afterwards.'],
})
