import { at, type CaseStep, defineCases } from '../../core/cases.ts'

/** Little of it is bought, so that all of it is less than one action may spend. */
const BOUGHT: CaseStep = {
  tool: 'uniswap_execute_swap',
  params: { tokenIn: 'USDC', tokenOut: 'USDT', amountInBaseUnits: '1000000000' },
  keep: 'bought',
}

/** Cases of `wallet_return_funds`. */
export const CASES = defineCases({
  refuses: [
    { params: { recipient: at('account') }, code: 'INVALID_PARAMS' },
    { params: { recipient: at('recipient'), tokens: ['NONE'] }, code: 'UNKNOWN_TOKEN' },
    { params: { recipient: at('recipient'), tokens: ['USDT'] }, code: 'NOTHING_TO_RETURN' },
  ],
  serves: [
    {
      before: [BOUGHT],
      params: { recipient: at('recipient'), tokens: ['USDT'] },
      expect: { 'sent.length': 1, 'sent.0.token': at('USDT') },
    },
  ],
})
