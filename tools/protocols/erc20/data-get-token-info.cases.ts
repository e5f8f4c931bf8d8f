import { at, defineCases, onChain } from '../../core/cases.ts'

/** Cases of `data_get_token_info`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' },
    { params: { token: at('trader') }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [
    {
      params: { token: 'usdc' },
      expect: {
        token: at('USDC'),
        decimals: onChain(at('USDC'), 'function decimals() view returns (uint8)'),
        totalSupplyBaseUnits: onChain(at('USDC'), 'function totalSupply() view returns (uint256)'),
        isListed: true,
        hasPriceFeed: true,
      },
    },
    {
      name: 'the native coin',
      params: { token: 'ETH' },
      expect: { token: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', totalSupplyBaseUnits: null },
    },
  ],
})
