import { at, defineCases, kept, onChain } from '../../core/cases.ts'

const counterfactual = (salt: string) =>
  onChain(at('erc-4337.accountFactory'), 'function getAddress(address,uint256) view returns (address)', [
    at('operator'),
    salt,
  ])

/** Cases of `wallet_deploy_smart_account`. */
export const CASES = defineCases({
  refuses: [
    { before: [{ tool: 'wallet_deploy_smart_account' }], params: {}, code: 'ACCOUNT_DEPLOYED' },
    { params: { salt: '-1' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      roundTrips: 2,
      plan: { route: 'owner', 'calls.length': 1, 'calls.0.to': at('erc-4337.accountFactory') },
      expect: { account: counterfactual('0'), owner: at('operator') },
    },
    {
      name: 'with another salt it is another one of the same key',
      before: [{ tool: 'wallet_deploy_smart_account', keep: 'first' }],
      params: { salt: '7' },
      expect: { account: counterfactual('7') },
      after: [
        {
          chain: onChain(kept('first.account'), 'function owner() view returns (address)'),
          expect: { '': at('operator') },
        },
      ],
    },
  ],
})
