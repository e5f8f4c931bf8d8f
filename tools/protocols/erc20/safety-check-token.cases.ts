import { at, callData, defineCases } from '../../core/cases.ts'

/**
 * Deploys a token that keeps half of what accounts with 2^64 base units or more send, and where it comes to stand: a call
 * without data mints 2^80.
 */
const DEPLOY_TAXED = `0x${'00'.repeat(32)}60738060095f395ff336156043575f3560e01c806370a0823114602f578063a9059cbb14604c5763313ce56714603a5760205f5260405ff35b600435545f5260205ff35b60125f5260205ff35b600160501b3355005b5033548060401c1515602435901c6004355401600435556024359003335560015f5260205ff3`
const TAXED = '0x5C8fe014E449F63Bf578dcedadE43Ea88905C345'

/** Cases of `safety_check_token`. */
export const CASES = defineCases({
  refuses: [{ params: { token: 'USDX' }, code: 'UNKNOWN_TOKEN' }],
  serves: [
    {
      params: { token: 'USDC' },
      expect: {
        verdict: 'pass',
        isTransferable: true,
        transferFeeBps: 0,
        isSellable: true,
      },
    },
    {
      name: 'a token that the account does not hold',
      params: { token: at('NOPRICE') },
      expect: { verdict: 'pass', isSellable: true },
    },
    {
      name: 'a tax on what large holders give, as pools are',
      before: [
        { send: { from: 'trader', to: '0x4e59b44847b379578588920cA78FbF26c0B4956C', data: DEPLOY_TAXED } },
        { send: { from: 'trader', to: TAXED } },
        {
          send: {
            from: 'trader',
            to: TAXED,
            data: callData('function transfer(address, uint256)', [at('account'), (2n ** 79n).toString()]),
          },
        },
      ],
      params: { token: TAXED },
      roundTrips: 6,
      expect: { verdict: 'fail', holder: at('account'), buyFeeBps: 5_000, transferFeeBps: 0 },
    },
  ],
})
