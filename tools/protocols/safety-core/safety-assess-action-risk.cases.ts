import { at, callData, defineCases, kept, not } from '../../core/cases.ts'

const pay = (to: string, amount: string) => [
  { to: at('USDC'), data: callData('function transfer(address, uint256)', [at(to), amount]) },
]

/** Cases of `safety_assess_action_risk`. */
export const CASES = defineCases({
  refuses: [
    { params: { calls: [{ to: at('recipient'), valueWei: '9'.repeat(78) }] }, code: 'INVALID_PARAMS' },
    { params: { calls: [] }, code: 'INVALID_PARAMS' },
    { params: { calls: pay('recipient', '1'), riskTier: 'layer9' }, code: 'INVALID_PARAMS' },
  ],
  serves: [
    {
      name: 'a payment to a recipient of the owner, and nothing is kept of it',
      before: [
        { tool: 'safety_get_spending', keep: 'before' },
        { tool: 'safety_get_audit_entries', keep: 'log' },
      ],
      params: { calls: pay('recipient', '2500000') },
      expect: {
        succeeds: true,
        revertReason: null,
        actionClass: 'new-position',
        isExit: false,
        riskClass: 'standard',
        'spend.outflow.baseUnits': '2500000',
        'spend.allowance.baseUnits': '0',
        'spend.gas.baseUnits': '0',
        'spend.total.baseUnits': '2500000',
        approvals: { needsGuardian: false, guardianDemand: null, needsOwner: false, waitSeconds: 0 },
        allowedPhases: ['thriving', 'cautious'],
        denials: [],
      },
      after: [
        {
          tool: 'safety_get_spending',
          expect: {
            reserved: kept('before.reserved'),
            spentInWindow: kept('before.spentInWindow'),
          },
        },
        { tool: 'safety_list_permits', expect: { 'permits.length': 0 } },
        { tool: 'safety_get_audit_entries', expect: { entries: kept('log.entries') } },
      ],
    },
    {
      name: 'gas counts at its cap, and what a riskier tool does is rated higher',
      baseFeeWei: '1000000000',
      params: {
        calls: [{ to: at('weth'), data: callData('function deposit()'), valueWei: '5' }],
        riskTier: 'layer3',
      },
      expect: { succeeds: true, riskClass: 'high', 'spend.gas.baseUnits': not('0') },
    },
    {
      name: 'above the hot lane the guardian is needed',
      params: { calls: pay('recipient', '5000000001') },
      expect: {
        succeeds: true,
        'approvals.needsGuardian': true,
        'approvals.guardianDemand.unguarded.baseUnits': '5000000001',
        'approvals.guardianDemand.hotLane.baseUnits': '5000000000',
        denials: [],
      },
    },
    {
      name: 'everything that denies is told, and no class of what fails',
      params: { calls: pay('stranger', '2500000') },
      expect: {
        succeeds: false,
        revertReason: not(null),
        actionClass: null,
        riskClass: null,
        spend: null,
        'approvals.needsGuardian': null,
        'denials.length': 2,
        'denials.0.layer': 'policy-cage',
        'denials.1.layer': 'allowlist-guard',
        'denials.1.code': 'RECIPIENT_NOT_ALLOWED',
      },
    },
    {
      name: 'beyond the limits the spend is told all the same',
      ownedByGate: true,
      before: [
        {
          tool: 'safety_set_spending_limits',
          params: { perTransactionUsdc: '2000000', perDayUsdc: '3000000', hotLaneUsdc: '1000000' },
        },
      ],
      params: { calls: pay('recipient', '2500000') },
      expect: {
        succeeds: true,
        'spend.total.baseUnits': '2500000',
        'denials.length': 1,
        'denials.0.layer': 'spending-limiter',
        'denials.0.code': 'SPEND_PER_TRANSACTION',
      },
    },
    {
      name: 'a tool of liquidity is rated above the others',
      params: { calls: pay('recipient', '2500000'), category: 'lp' },
      expect: { riskClass: 'elevated' },
    },
    {
      name: 'what only revokes is an exit, which every phase allows',
      params: {
        calls: [
          {
            to: at('USDC'),
            data: callData('function approve(address, uint256)', [at('permit2'), '0']),
          },
        ],
        riskTier: 'layer1',
      },
      expect: {
        actionClass: 'close-position',
        isExit: true,
        'spend.total.baseUnits': '0',
        'allowedPhases.length': 5,
        denials: [],
      },
    },
    {
      name: 'the cage is its owner’s to change',
      params: { calls: [{ to: at('account'), data: callData('function unpause()') }] },
      expect: { succeeds: false, 'approvals.needsOwner': true },
    },
    {
      name: 'after a halt nothing passes',
      before: [{ pi: 'emergency_halt', args: { reason: 'a drill' } }],
      params: { calls: pay('recipient', '1') },
      expect: {
        succeeds: false,
        'denials.0.code': 'HALTED',
        'denials.1.code': 'CAGE_PAUSED',
      },
    },
  ],
})
