import { at, balanceOf, defineCases } from '../../core/cases.ts'

/** Cases of `data_read_contract`. */
export const CASES = defineCases({
  refuses: [
    {
      params: {
        contract: at('USDC'),
        function: 'function transfer(address to, uint256 amount) returns (bool)',
      },
      code: 'INVALID_PARAMS',
    },
    {
      params: { contract: at('USDC'), function: 'function nothing() view returns (uint256)' },
      code: 'CHAIN_READ_FAILED',
    },
    {
      params: {
        contract: at('USDC'),
        function: 'function balanceOf(address) view returns (uint256)',
        args: [],
      },
      code: 'INVALID_PARAMS',
    },
  ],
  serves: [
    {
      params: {
        contract: at('USDC'),
        function: 'function balanceOf(address owner) view returns (uint256)',
        args: [at('owner')],
      },
      expect: { functionName: 'balanceOf', result: balanceOf('USDC', 'owner') },
    },
  ],
})
