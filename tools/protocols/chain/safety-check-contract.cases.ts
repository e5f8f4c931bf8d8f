import { at, defineCases, onChain } from '../../core/cases.ts'

/** Cases of `safety_check_contract`. */
export const CASES = defineCases({
  refuses: [{ params: { contract: 'USDC' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'a contract that nobody can change',
      params: { contract: at('weth') },
      // Code, three slots, owner and pause, the head.
      roundTrips: 6,
      expect: {
        label: 'WETH',
        verdict: 'fixed',
        reasons: [],
        kind: 'contract',
        powers: [],
        admin: null,
        owner: null,
        isPaused: null,
        upgrades: [],
      },
    },
    {
      name: 'a proxy, and when its code was set',
      params: { contract: at('USDT'), blocks: 10_000 },
      roundTrips: 8,
      expect: {
        kind: 'proxy',
        verdict: 'changeable',
        powers: ['delegatecall'],
        'upgrades.length': 1,
        implementation: '0xa55a000000000000000000000000000000000002',
        'upgrades.0.implementation': '0xa55a000000000000000000000000000000000002',
      },
    },
    {
      name: 'a contract with an owner',
      params: { contract: at('uniswap-v3.factory') },
      roundTrips: 7,
      expect: {
        kind: 'contract',
        'owner.account': onChain(at('uniswap-v3.factory'), 'function owner() view returns (address)'),
        'owner.kind': 'eoa',
        verdict: 'changeable',
      },
    },
    {
      name: 'a plain account',
      params: { contract: at('stranger') },
      roundTrips: 6,
      expect: { kind: 'eoa', verdict: 'dangerous', codeHash: null },
    },
  ],
})
