import { at, callData, defineCases, kept } from '../../core/cases.ts'

/** Cases of `safety_get_permit`. */
export const CASES = defineCases({
  refuses: [
    { params: { permitId: `0x${'11'.repeat(32)}` }, code: 'NOT_FOUND' },
    { params: { permitId: '0x11' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'one that was committed',
      before: [
        { tool: 'weth_wrap_eth', params: { amountBaseUnits: '5' } },
        { tool: 'safety_list_permits', keep: 'list' },
      ],
      params: { permitId: kept('list.permits.0.permitId') },
      roundTrips: 0,
      expect: {
        permitId: kept('list.permits.0.permitId'),
        tool: 'weth_wrap_eth',
        state: 'committed',
        simulationHash: kept('list.permits.0.simulationHash'),
        params: { amountBaseUnits: '5' },
        route: 'cage',
        calls: [{ to: at('weth'), valueWei: '5', data: callData('function deposit()') }],
        isGuardianSigned: false,
        isOwnerApproved: false,
        'transitions.0.from': null,
        'transitions.0.to': 'pending',
        'transitions.-1.to': 'committed',
      },
    },
    {
      name: 'one that its owner approved',
      ownedByGate: true,
      before: [
        { tool: 'safety_set_cage_drawdown', params: { maxDrawdownBps: 500, step: 'apply' } },
        { tool: 'safety_list_permits', keep: 'list' },
      ],
      params: { permitId: kept('list.permits.0.permitId') },
      expect: {
        route: 'owner',
        isOwnerApproved: true,
        calls: [
          { to: at('account'), valueWei: '0', data: callData('function setMaxDrawdownBps(uint16)', [500]) },
        ],
      },
    },
  ],
})
