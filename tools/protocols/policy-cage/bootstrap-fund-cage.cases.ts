import { at, balanceOf, type CaseStep, callData, defineCases, kept, sum } from '../../core/cases.ts'
import { policyOf, viewOf } from './cage-cases.ts'

const VALUE = viewOf('netAssetValueUsdc() view returns (uint256)')

/** The owner has USDC, and lets its gate take some. */
const MAY_TAKE: readonly CaseStep[] = [
  {
    send: {
      from: 'whale',
      to: at('USDC'),
      data: callData('function transfer(address, uint256)', [at('owner'), '30000000000']),
    },
  },
  {
    send: {
      from: 'owner',
      to: at('USDC'),
      data: callData('function approve(address, uint256)', [policyOf('owner'), '25000000000']),
    },
  },
]

/** Cases of `bootstrap_fund_cage`. */
export const CASES = defineCases({
  refuses: [
    { params: { token: 'USDC', amountBaseUnits: '0' }, code: 'ZERO_AMOUNT' },
    { params: { token: 'USDX', amountBaseUnits: '1' }, code: 'UNKNOWN_TOKEN' },
    {
      before: MAY_TAKE,
      params: { token: 'USDC', amountBaseUnits: '25000000001' },
      code: 'FUNDING_NOT_ALLOWED',
    },
  ],
  serves: [
    {
      name: 'more than any action may spend',
      before: [
        ...MAY_TAKE,
        { chain: VALUE, keep: 'value' },
        { chain: balanceOf('USDC', 'account'), keep: 'held' },
      ],
      params: { token: 'USDC', amountBaseUnits: '25000000000' },
      expect: { token: at('USDC'), paidBaseUnits: '25000000000', countedBaseUnits: '25000000000' },
      after: [
        { chain: VALUE, expect: { '': sum(kept('value'), '25000000000') } },
        { chain: balanceOf('USDC', 'account'), expect: { '': sum(kept('held'), '25000000000') } },
      ],
    },
  ],
})
