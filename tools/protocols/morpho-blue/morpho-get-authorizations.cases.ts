import { at, callData, defineCases } from '../../core/cases.ts'

const AUTHORIZE = 'function setAuthorization(address, bool)'

const authorize = (manager: string, isAuthorized: boolean) => ({
  send: {
    from: 'trader',
    to: at('morpho-blue.morpho'),
    data: callData(AUTHORIZE, [at(manager), isAuthorized]),
  },
})

/** Cases of `morpho_get_authorizations`. */
export const CASES = defineCases({
  refuses: [{ params: { account: '0x12' }, code: 'INVALID_PARAMS' }],
  serves: [
    {
      name: 'one that was withdrawn again is left out',
      before: [authorize('attacker', true), authorize('stranger', true), authorize('attacker', false)],
      params: { account: at('trader') },
      expect: { account: at('trader'), managers: [at('stranger')] },
    },
    {
      name: 'one that is asked about',
      before: [authorize('stranger', true), { tool: 'testnet_mine_blocks', params: { count: 3 } }],
      params: { account: at('trader'), blocks: 1, managers: [at('stranger'), at('attacker')] },
      expect: { managers: [at('stranger')] },
    },
    { name: 'none', expect: { account: at('account'), managers: [] } },
  ],
})
