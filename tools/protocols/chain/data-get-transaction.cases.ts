import { at, callData, defineCases, kept, onChain } from '../../core/cases.ts'

const TRANSFER = {
  from: 'trader',
  to: at('USDC'),
  data: callData('function transfer(address to, uint256 amount)', [at('owner'), '5']),
}
const OVERDRAWN = {
  from: 'trader',
  to: at('weth'),
  data: callData('function withdraw(uint256)', [(2n ** 256n - 1n).toString()]),
}

/** Cases of `data_get_transaction`. */
export const CASES = defineCases({
  refuses: [
    { params: { hash: `0x${'12'.repeat(32)}` }, code: 'NOT_FOUND' },
    { params: { hash: '0x12' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      before: [{ send: TRANSFER, keep: 'hash' }],
      params: { hash: kept('hash') },
      expect: {
        status: 'success',
        from: at('trader'),
        to: at('USDC'),
        blockNumber: onChain(at('multicall3'), 'function getBlockNumber() view returns (uint256)'),
        confirmations: 1,
        revertReason: null,
        logCount: 1,
      },
    },
    {
      name: 'a transaction that failed',
      before: [{ send: OVERDRAWN, keep: 'hash' }],
      params: { hash: kept('hash') },
      expect: { status: 'reverted', logCount: 0 },
    },
  ],
})
