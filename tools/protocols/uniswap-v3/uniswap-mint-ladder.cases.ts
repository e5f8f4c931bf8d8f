import { at, between, defineCases, onChain, own } from '../../core/cases.ts'
import { POSITION } from './minted-position.ts'

const LADDER = {
  tokenA: 'WETH',
  tokenB: 'USDC',
  feeTier: 500,
  amountABaseUnits: '1000000000000000000',
  amountBBaseUnits: '3000000000',
  rungs: 4,
}
const AROUND = { ...LADDER, rangeTicks: 600 }
const minted = (rung: number, member: number) =>
  onChain(at('uniswap-v3.positionManager'), POSITION, [own(`positions.${rung}.positionId`)], member)

/** Cases of `uniswap_mint_ladder`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...AROUND, rungs: 1 }, code: 'INVALID_PARAMS' },
    { params: { ...LADDER, rangeTicks: 10 }, code: 'INVALID_RANGE' },
    { params: { ...AROUND, feeTier: 10000 }, code: 'POOL_NOT_FOUND' },
    // The rungs above the price would be empty.
    { params: { ...AROUND, amountBBaseUnits: '0' }, code: 'INVALID_RANGE' },
  ],
  serves: [
    {
      name: 'around the price',
      params: AROUND,
      roundTrips: 1,
      plan: { 'calls.length': 8, 'expectation.positions.length': 4 },
      expect: {
        'positions.length': 4,
        'positions.0.liquidityDelta': minted(0, 7),
        'positions.3.liquidityDelta': minted(3, 7),
        'tokens.1.token': at('USDC'),
        'tokens.1.deltaBaseUnits': between('-3000000000', '-1000000000'),
      },
    },
    {
      name: 'below it, of one token',
      params: { ...LADDER, rungs: 2, tickLower: 100000, tickUpper: 101000, amountBBaseUnits: '0' },
      plan: { 'calls.length': 4 },
      expect: { 'positions.length': 2 },
    },
  ],
})
