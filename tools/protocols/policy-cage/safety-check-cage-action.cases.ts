import { at, callData, defineCases } from '../../core/cases.ts'
import { viewOf } from './cage-cases.ts'

const TRANSFER = 'function transfer(address, uint256)'

const pay = (to: string, amount: string) => [{ to: at('USDC'), data: callData(TRANSFER, [at(to), amount]) }]

/** Cases of `safety_check_cage_action`. */
export const CASES = defineCases({
  refuses: [
    { params: { calls: [{ to: at('recipient'), valueWei: '9'.repeat(78) }] }, code: 'INVALID_PARAMS' },
    { params: { calls: [] }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a payment to a recipient of the owner passes',
      params: { calls: pay('recipient', '2500000') },
      roundTrips: 1,
      expect: {
        passes: true,
        effect: 'spend',
        outflowUsdcBaseUnits: '2500000',
        // What a recipient is paid is gone.
        lossUsdcBaseUnits: '2500000',
        needsGuardian: false,
        refusal: null,
      },
    },
    {
      name: 'nothing is done',
      params: { calls: [{ to: at('weth'), valueWei: '0', data: callData('function deposit()') }] },
      expect: {
        passes: true,
        effect: 'idle',
        netAssetValueUsdcBaseUnits: viewOf('netAssetValueUsdc() view returns (uint256)'),
      },
    },
    {
      name: 'the rule that refuses is named with its figures',
      params: { calls: pay('stranger', '2500000') },
      expect: {
        passes: false,
        effect: null,
        outflowUsdcBaseUnits: null,
        needsGuardian: false,
        'refusal.rule': 'RecipientNotAllowed',
        'refusal.figures.recipient': at('stranger'),
        'refusal.callIndex': null,
      },
    },
    {
      name: 'above the hot lane the guardian is needed',
      params: { calls: pay('recipient', '5000000001') },
      expect: {
        passes: false,
        needsGuardian: true,
        'refusal.rule': 'GuardianRequired',
        'refusal.figures': { unguardedUsdc: '5000000001', hotLaneUsdc: '5000000000' },
      },
    },
    {
      name: 'a call that fails is told by its place',
      params: {
        calls: [...pay('recipient', '1'), ...pay('recipient', '999999999999999999999')],
      },
      expect: { passes: false, 'refusal.rule': 'CallFailed', 'refusal.callIndex': 1 },
    },
  ],
})
