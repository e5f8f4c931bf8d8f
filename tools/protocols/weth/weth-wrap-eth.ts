import { defineWrapTool } from './define-wrap-tool.ts'

/** Wrap native ETH into WETH, one for one. */
export const TOOL_DEF = defineWrapTool('wrap', {
  name: 'weth_wrap_eth',
  description: 'Wrap native ETH into WETH.',
  promptSnippet:
    'weth_wrap_eth wraps native ETH held by the account into WETH at one to one, so that it can be traded or supplied.',
  promptGuidelines: ['Keep enough ETH for gas.'],
})
