import { defineWrapTool } from './define-wrap-tool.ts'

/** Unwrap WETH into native ETH, one for one. */
export const TOOL_DEF = defineWrapTool('unwrap', {
  name: 'weth_unwrap_eth',
  description: 'Unwrap WETH into native ETH.',
  promptSnippet:
    'weth_unwrap_eth turns WETH of the account back into native ETH at one to one, for gas or for a transfer in ETH.',
  promptGuidelines: ['Unwrap no more than is needed; protocols trade and lend WETH.'],
})
