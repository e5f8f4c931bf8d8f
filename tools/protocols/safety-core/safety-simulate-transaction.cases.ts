import { at, callData, defineCases, not } from '../../core/cases.ts'

const transferOf = (amount: string) => ({
  to: at('USDC'),
  data: callData('function transfer(address to, uint256 amount)', [at('owner'), amount]),
})

/** Cases of `safety_simulate_transaction`. */
export const CASES = defineCases({
  refuses: [
    { params: { calls: [{ to: at('recipient'), valueWei: '9'.repeat(78) }] }, code: 'INVALID_PARAMS' },
    {
      params: { calls: [{ to: at('recipient'), valueWei: (2n ** 255n).toString() }] },
      code: 'INVALID_PARAMS',
    },
    { params: { calls: [] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      params: {
        calls: [transferOf('250'), { to: at('weth'), data: callData('function deposit()'), valueWei: '9' }],
      },
      roundTrips: 1,
      expect: {
        from: at('account'),
        ok: true,
        'assetChanges.length': 3,
        'assetChanges.0.symbol': 'ETH',
        'assetChanges.0.deltaBaseUnits': '-9',
        'assetChanges.1.symbol': 'WETH',
        'assetChanges.1.deltaBaseUnits': '9',
        'assetChanges.2.symbol': 'USDC',
        'assetChanges.2.deltaBaseUnits': '-250',
      },
    },
    {
      name: 'a call that reverts',
      params: { calls: [transferOf((2n ** 256n - 1n).toString())] },
      expect: { ok: false, 'calls.0.revertReason': not(null), assetChanges: [] },
    },
  ],
})
