import { at, between, defineCases, onChain, own } from '../../core/cases.ts'
import { POSITION } from './minted-position.ts'

const ENTRY = {
  tokenIn: 'USDC',
  otherToken: 'WETH',
  feeTier: 500,
  amountInBaseUnits: '6000000000',
}
const AROUND = { ...ENTRY, rangeTicks: 500 }
/** Below the price a range takes WETH alone. */
const BELOW = { tickLower: 100000, tickUpper: 101000 }
const minted = onChain(at('uniswap-v3.positionManager'), POSITION, [own('positionId')], 7)

/** Cases of `uniswap_zap_in`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...AROUND, amountInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...AROUND, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    { params: { ...AROUND, otherToken: 'USDC' }, code: 'SAME_TOKEN' },
    { params: { ...AROUND, amountInBaseUnits: '1' }, code: 'INVALID_RANGE' },
    { params: { ...ENTRY, tickLower: 100000 }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'half of it is swapped',
      params: AROUND,
      roundTrips: 2,
      plan: { 'calls.length': 7 },
      // All but what rounding leaves goes in.
      expect: {
        liquidityDelta: minted,
        'tokens.1.token': at('USDC'),
        'tokens.1.deltaBaseUnits': between('-6000000000', '-5999990000'),
      },
    },
    {
      name: 'from the other side',
      params: { ...AROUND, tokenIn: 'WETH', otherToken: 'USDC', amountInBaseUnits: '2000000000000000000' },
      expect: { liquidityDelta: minted },
    },
    {
      name: 'a range that takes the one token alone',
      params: {
        ...ENTRY,
        tokenIn: 'WETH',
        otherToken: 'USDC',
        amountInBaseUnits: '1000000000000000000',
        ...BELOW,
      },
      plan: { 'calls.length': 3 },
      expect: { liquidityDelta: minted },
    },
    {
      name: 'a range that takes the other one alone',
      params: { ...ENTRY, ...BELOW },
      expect: { liquidityDelta: minted },
    },
  ],
})
