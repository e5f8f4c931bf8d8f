import { at, defineCases } from '../../core/cases.ts'

const WANTED = { token: 'USDC', amountBaseUnits: '500000000000000000', mostInBaseUnits: '1530000000' }

/** Cases of `model_stake_bought`. */
export const CASES = defineCases({
  refuses: [
    { params: { ...WANTED, amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...WANTED, mostInBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { ...WANTED, token: 'NONE' }, code: 'UNKNOWN_TOKEN' },
  ],
  serves: [{ params: WANTED, expect: { 'tokens.length': 1, 'tokens.0.token': at('USDC') } }],
})
